import { type BrokerContext, createBrokerContext } from '../../lib/broker';
import { createStore, type Store } from '../../lib/store/client';

const silent = (): void => undefined;

/** The verbs of the broker in this process, on the database of a target: few connections, no log, no metrics. */
export async function openContext(
  databaseUrl: string,
): Promise<{ readonly ctx: BrokerContext; readonly store: Store }> {
  const store = createStore({ databaseUrl, brokerPoolMax: 2, consolePoolMax: 2 });
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const ctx = await createBrokerContext({ store, log, metrics: { count: silent, observe: silent } });
  return { ctx, store };
}
