import { createBrokerContext, type BrokerContext } from '../broker';
import { startGateway } from '../gateway/server';
import type { Log } from '../model/log';
import { createMetrics, type MetricsRegistry } from '../observability/metrics';
import { createStore, type Store } from '../store/client';
import { startWorkers } from '../workers';
import type { Config } from './config';
import { StopOrder } from './stop-order';

const BROKER_POOL_MAX = 16;
const CONSOLE_POOL_MAX = 8;
const GATEWAY_GRACE_MS = 2500;

export interface Composition {
  readonly store: Store;
  readonly ctx: BrokerContext;
  readonly metrics: MetricsRegistry;
  readonly grpcPort: number;
}

/** Puts the parts together, lowest first; `stops` takes them apart in the opposite order. */
export async function compose(config: Config, databaseUrl: string, log: Log, stops: StopOrder): Promise<Composition> {
  const metrics = createMetrics();
  const store = createStore({
    databaseUrl,
    brokerPoolMax: BROKER_POOL_MAX,
    consolePoolMax: CONSOLE_POOL_MAX,
    onConnectionLost: (error) => log.warn({ error: error.message }, 'database connection lost'),
  });
  stops.add('store', () => store.close());
  metrics.watchPool('broker', () => store.broker);
  metrics.watchPool('console', () => store.console);
  const ctx = await createBrokerContext({ store, log, metrics });
  const workers = startWorkers(ctx);
  stops.add('workers', () => workers.stop());
  const gateway = await startGateway({ ctx, host: config.host, port: config.grpcPort });
  stops.add('gateway', () => gateway.stop(GATEWAY_GRACE_MS));
  return { store, ctx, metrics, grpcPort: gateway.port };
}
