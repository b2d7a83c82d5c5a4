import { createLog } from '../observability/log';
import { announceFirstAdmin, announceGateway } from './announce';
import { compose } from './compose';
import { type Config, readConfig } from './config';
import { openDatabase } from './database';
import { openMetricsPort } from './metrics-port';
import { checkDatabaseAnswers, describeAbsence, type Health, summarizeHealth } from './health';
import { requireFreePort } from './require-free-port';
import { reportProgress } from './progress';
import { StartError } from './start-error';
import { holdRuntime, releaseRuntime, type Runtime } from './singleton';
import { StopOrder } from './stop-order';

export interface StartOptions {
  /** A headless node has no console, hence no administrator to welcome. */
  readonly console: boolean;
}

/** Starts database, broker, workers and gateway once per process; stops all of it when a part fails. */
export function startRuntime(options: StartOptions): Promise<Runtime> {
  return holdRuntime(() => start(options));
}

async function start(options: StartOptions): Promise<Runtime> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const stops = new StopOrder();
  try {
    await requireFreePort('REDRIVE_GRPC_PORT', config.host, config.grpcPort);
    const hasMetricsPort = !options.console && config.metricsPort > 0;
    if (hasMetricsPort) await requireMetricsPort(config);
    const database = await openDatabase(config, log, reportProgress);
    stops.add('database', () => database.release());
    const { store, ctx, metrics, workers, gateway } = await compose(config, database.url, log, stops);
    const announcements = [
      ...announceGateway(config),
      ...(options.console ? await announceFirstAdmin(store, config) : []),
    ];
    let stopping = false;
    const health = async (): Promise<Health> => {
      if (stopping) return describeAbsence('stopping');
      const lagging = workers.lagging();
      return summarizeHealth({
        database: await checkDatabaseAnswers(store),
        broker: 'ready',
        workers: lagging.length === 0 ? 'ready' : `no pass lately: ${lagging.join(', ')}`,
        gateway: 'ready',
      });
    };
    if (hasMetricsPort)
      stops.add('metrics port', await openMetricsPort({ config, db: store.console, log, metrics, health }));
    return {
      config,
      store,
      ctx,
      log,
      metrics,
      grpcPort: gateway.port,
      announcements,
      listClients: () => gateway.listClients(),
      busiestRpc: () => gateway.busiestRpc(),
      health,
      stop: () => {
        stopping = true;
        releaseRuntime();
        return stops.run(log);
      },
    };
  } catch (error) {
    await stops.run(log);
    throw error;
  }
}

async function requireMetricsPort({ host, metricsPort, grpcPort }: Config): Promise<void> {
  if (metricsPort === grpcPort)
    throw new StartError(`REDRIVE_METRICS_PORT and REDRIVE_GRPC_PORT must differ, and both are ${grpcPort}.`);
  await requireFreePort('REDRIVE_METRICS_PORT', host, metricsPort);
}
