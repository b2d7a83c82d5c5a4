import { forTerminal } from './terminal';
import { t, told } from '../model/language/t';
import { setTimeout as sleep } from 'node:timers/promises';

import { createLog } from '../observability/log';
import type { Log } from '../model/log';
import { openPool, type Pool } from '../store/pool';
import { CONSOLE_SESSION } from '../store/session-settings';
import { announceGateway, consoleUrl, shownHost } from './announce';
import { checkStart } from './check-start';
import { type Config, readConfig } from './config';
import { consoleUrlOf, openDatabase, type RunningDatabase } from './database';
import { describeAbsence, type Health, nodeHealth } from './health';
import { openMetricsPort } from './metrics-port';
import { nodePools } from './pools';
import { type Programs, Supervisor } from './processes/supervisor';
import { reportProgress } from './progress';
import { describeServer, noteServer, serversOfData } from './running-servers';
import { describeFailure } from './start-error';
import { StopOrder } from './stop-order';
import { describeUnknownSettings } from './unknown-settings';
import { watchRelease } from './watch-release';

/** A database that hangs is not waited for. */
const POOL_LIMIT_MS = 1000;

/** lib/cli/stop-on-signals.mjs */
type StopOnSignals = (work: () => Promise<void>) => {
  readonly signal: AbortSignal;
  stop(code: number): Promise<never>;
};

/** `npm start` and `npm run broker`: PostgreSQL and all processes of this node, until a signal comes. */
export async function supervise(programs: Programs, stopOnSignals: StopOnSignals): Promise<void> {
  process.title = 'redrive';
  const stops = new StopOrder();
  let log: Log = createLog('warn');
  const { signal, stop } = stopOnSignals(() => stops.run(log));
  try {
    const config = readConfig(process.env);
    log = createLog(config.logLevel, 'supervisor');
    for (const line of await start(config, log, programs, stops)) process.stdout.write(`${line}\n`);
  } catch (error) {
    if (signal.aborted) return;
    process.stderr.write(`${describeFailure(error)}\n`);
    await stop(1);
  }
}

async function start(config: Config, log: Log, programs: Programs, stops: StopOrder): Promise<string[]> {
  const hasConsole = programs.console !== null;
  const pools = nodePools(config, hasConsole);
  const hasMetricsPort = !hasConsole && config.metricsPort > 0;
  await checkStart(config, hasConsole ? 'console' : 'broker');
  const others = config.isEmbedded ? serversOfData(config.dataDirectory) : [];
  for (const other of others)
    process.stdout.write(
      `${forTerminal(() =>
        t('{server} uses {directory} too: this is another node on the same database.', {
          ...{ server: describeServer(other), directory: config.dataDirectory },
        }),
      )}\n`,
    );
  let postgres: RunningDatabase['problem'] = () => null;
  const supervisor = new Supervisor({ config, log, programs, pools, postgresProblem: () => postgres() });
  stops.add('note', noteServer(config, { hasConsole }));
  // They load while PostgreSQL starts.
  supervisor.load();
  const opening = openDatabase(config, log, reportProgress);
  stops.add('database', () =>
    opening.then(
      (opened) => opened.release(),
      () => undefined,
    ),
  );
  let pool: Pool | null = null;
  let closePort = (): Promise<void> => Promise.resolve();
  stops.add('pool', () => Promise.race([pool?.end(), sleep(POOL_LIMIT_MS, undefined, { ref: false })]));
  // After the processes: it reports why they have stopped.
  stops.add('metrics port', () => closePort());
  stops.add('processes', () => supervisor.stop());
  const database = await opening;
  postgres = database.problem;
  const db = openPool({
    // Of the least that is there: it reads releases, and tokens where there is no console.
    ...{ databaseUrl: database.urls.broker, applicationName: 'redrive-supervisor', settings: CONSOLE_SESSION },
    ...{ max: pools.supervisor, onConnectionLost: () => undefined },
  });
  pool = db;
  const urls = { broker: database.urls.broker, console: hasConsole ? consoleUrlOf(database.urls) : null };
  const both = config.servesClients ? told('Starting the console and the broker') : told('Starting the console');
  const what = hasConsole ? both : told('Starting the broker');
  const says = await reportProgress(what, () => supervisor.start(urls));
  let absent: string | null = null;
  const health = async (): Promise<Health> =>
    absent === null ? nodeHealth(supervisor.state(), await supervisor.askBrokers('health')) : describeAbsence(absent);
  const metrics = { text: supervisor.metricsText };
  if (hasMetricsPort) closePort = await openMetricsPort({ config, db, log, metrics, health });
  stops.add(
    'release watch',
    watchRelease(db, (reason) => {
      absent = reason;
      process.exitCode = 1;
      process.stderr.write(`${reason}\n`);
      void supervisor.standDown(reason).then(() => {
        // Without a port to report on, the process ends here.
        if (!hasConsole && !hasMetricsPort) void stops.run(log).then(() => process.exit(1));
      });
    }),
  );
  const own = forTerminal(() => [
    ...(hasConsole ? announceConsole(config) : announceBroker(config)),
    ...announceGateway(config),
    ...describeUnknownSettings(process.env),
  ]);
  return [...own, ...says];
}

function announceConsole(config: Config): string[] {
  return [
    t('Redrive console: {url}', { url: consoleUrl(config) }),
    config.servesClients
      ? t('RocketMQ clients connect to {address}', { address: `${shownHost(config)}:${config.grpcPort}` })
      : t('REDRIVE_EMBEDDED_BROKER is false: no RocketMQ clients are served here.'),
  ];
}

function announceBroker({ host, grpcPort, metricsPort }: Config): string[] {
  const metrics =
    metricsPort > 0 ? [t('Metrics for Prometheus: {url}', { url: `http://${host}:${metricsPort}/api/metrics` })] : [];
  return [t('Broker ready: RocketMQ clients connect to {address}', { address: `${host}:${grpcPort}` }), ...metrics];
}
