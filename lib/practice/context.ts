import { type BrokerContext, createBrokerContext } from '../broker';
import type { Metrics } from '../model/metrics';
import { createLog } from '../observability/log';
import { type Config, readConfig } from '../runtime/config';
import { consoleUrlOf, openDatabase } from '../runtime/database';
import { reportProgress } from '../runtime/progress';
import { createStore } from '../store/client';
import { openWakeChannel } from '../store/wake-channel';

/** The server counts; this process only makes topics and groups. */
const noMetrics: Metrics = { count: () => undefined, observe: () => undefined };

export interface PracticeContext {
  readonly config: Config;
  readonly ctx: BrokerContext;
  readonly consoleUrl: string;
  close(): Promise<void>;
}

/** A process beside the server, on the same database: open pages of the server show at once what is done here. */
export async function openPracticeContext(): Promise<PracticeContext> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel === 'info' ? 'warn' : config.logLevel);
  const database = await openDatabase(config, log, reportProgress);
  const databaseUrl = consoleUrlOf(database.urls);
  const store = createStore({ databaseUrl, brokerPoolMax: 2, consolePoolMax: 3 });
  const ctx = await createBrokerContext({ store, log, metrics: noMetrics, secretKey: config.secretKey });
  const channel = openWakeChannel({ databaseUrl, log, onMessage: () => undefined });
  ctx.changes.relayTo((changes) => channel.change(changes));
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return {
    ...{ config, ctx, consoleUrl: `http://${host}:${config.httpPort}` },
    close: async () => {
      await channel.close();
      await store.close();
      await database.release();
    },
  };
}
