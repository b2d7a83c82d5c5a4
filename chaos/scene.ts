import { type BrokerContext, createBrokerContext, createGroup, createTopic } from '../lib/broker';
import { systemActor } from '../lib/model/audit/actor';
import type { Store } from '../lib/store/client';

export const actor = systemActor('chaos');
export const orders = { topic: 'orders', group: 'billing' };
export const ledger = { topic: 'ledger', group: 'accounts' };
const silent = (): void => undefined;

/** An unordered and an ordered group; retries wait a second, and end as dead letters only when a client says so. */
export async function prepare(store: Store): Promise<BrokerContext> {
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const ctx = await createBrokerContext({ store, log, metrics: { count: silent, observe: silent } });
  const retryPolicy = { type: 'customized', intervalsMs: [1000] } as const;
  await createTopic(ctx, { name: orders.topic, messageType: 'NORMAL', queues: 4, actor });
  await createGroup(ctx, { name: orders.group, maxRetries: 1000, retryPolicy, actor });
  await createTopic(ctx, { name: ledger.topic, messageType: 'FIFO', queues: 4, actor });
  await createGroup(ctx, {
    name: ledger.group,
    deliveryOrder: 'ordered',
    maxRetries: 1000,
    retryPolicy: { type: 'fixed', intervalMs: 1000 },
    actor,
  });
  return ctx;
}
