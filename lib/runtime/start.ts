import { type BrokerContext, storageTroubles } from '../broker';
import { createLog } from '../observability/log';
import { announceFirstAdmin, announceGateway } from './announce';
import { compose } from './compose';
import { type Config, readConfig } from './config';
import { openDatabase, type RunningDatabase } from './database';
import { openMetricsPort } from './metrics-port';
import { checkDatabaseAnswers, describeAbsence, describeWakeUps, type Health, summarizeHealth } from './health';
import { requireFreePort } from './require-free-port';
import { reportProgress } from './progress';
import { StartError } from './start-error';
import { holdRuntime, releaseRuntime, type Runtime } from './singleton';
import { StopOrder } from './stop-order';
import { watchRelease } from './watch-release';

export interface StartOptions {
  /** A headless node has no console, hence no administrator to create. */
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
    const { store, ctx, metrics, wakeChannel, workers, gateway } = await compose(config, database.url, log, stops);
    const announcements = [
      ...announceGateway(config),
      ...(options.console ? await announceFirstAdmin(store, config) : []),
    ];
    let absent: string | null = null;
    const health = async (): Promise<Health> => {
      if (absent !== null) return describeAbsence(absent);
      const lagging = workers.lagging();
      return summarizeHealth({
        database: await describeDatabase(database, ctx),
        broker: 'ready',
        workers: lagging.length === 0 ? 'ready' : `no pass lately: ${lagging.join(', ')}`,
        gateway: 'ready',
        wakeUps: describeWakeUps(wakeChannel.downForMs()),
      });
    };
    // Stopped last: it reports why the rest has stopped.
    const ports = new StopOrder();
    if (hasMetricsPort)
      ports.add('metrics port', await openMetricsPort({ config, db: store.console, log, metrics, health }));
    const standDown = (reason: string): void => {
      absent = reason;
      // Without a port to report on, the process ends here.
      process.exitCode = 1;
      process.stderr.write(`${reason}\n`);
      releaseRuntime(reason);
      void stops.run(log);
    };
    stops.add('release watch', watchRelease(store.console, standDown));
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
        absent ??= 'stopping';
        releaseRuntime();
        return stops.run(log).then(() => ports.run(log));
      },
    };
  } catch (error) {
    await stops.run(log);
    throw error;
  }
}

/** What PostgreSQL itself cannot report: why it does not run, and what it has refused. */
async function describeDatabase({ problem }: RunningDatabase, ctx: BrokerContext): Promise<string> {
  const known = [problem(), ...storageTroubles(ctx).map(({ says }) => says)].filter((each) => each !== null);
  const answer = await checkDatabaseAnswers(ctx.store);
  if (known.length === 0 || answer.startsWith(known[0] ?? '')) return answer;
  return [...known, ...(answer === 'ready' ? [] : [answer])].join('; ');
}

async function requireMetricsPort({ host, metricsPort, grpcPort }: Config): Promise<void> {
  if (metricsPort === grpcPort)
    throw new StartError(`REDRIVE_METRICS_PORT and REDRIVE_GRPC_PORT must differ, and both are ${grpcPort}.`);
  await requireFreePort('REDRIVE_METRICS_PORT', host, metricsPort);
}
