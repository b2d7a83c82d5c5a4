import { readDatabaseUrl } from '../store/connect/database-url';
import { checkDatabase } from './check-database';
import { refusePoolerOfTransactions } from './check-pooler';
import { requireRights } from './check-rights';
import type { Config } from './config';
import { consoleUrlOf, givenUrls } from './database';
import { readCertificateFiles } from './own-certificate';
import { connectionsOf, nodePools } from './pools';
import { createPostgresLayout, isInitialized, requireRoom } from './postgres/layout';
import { requireFreePort } from './require-free-port';
import { StartError } from './start-error';
import { waitForDatabase } from './wait-for-database';
import { refuseWeakPassword } from './weak-password';

export type NodeKind = 'console' | 'broker';

const NO_BROKER =
  'REDRIVE_EMBEDDED_BROKER is false, so a node without a console has nothing to do: remove this setting, or start ' +
  'the console (npm start).';

/** One thing that is checked before anything is made. */
export interface StartCheck {
  readonly name: string;
  /** @returns what a person should know of it @throws StartError */
  readonly run: () => Promise<string>;
}

/**
 * What can be refused before anything is made: settings, ports, the password of the first administrator, the data
 * directory and its disk, or the given database and its roles. @throws StartError
 */
export async function checkStart(config: Config, kind: NodeKind): Promise<void> {
  for (const { run } of checksOf(config, kind, { isPatient: true })) {
    const warning = await run();
    if (warning !== '') process.stderr.write(`${warning}\n`);
  }
}

/** In order. @param isPatient a database that does not answer is waited for */
export function checksOf(
  config: Config,
  kind: NodeKind,
  { isPatient }: { readonly isPatient: boolean },
): readonly StartCheck[] {
  if (kind === 'broker' && !config.servesClients)
    return [{ name: 'REDRIVE_EMBEDDED_BROKER', run: () => Promise.reject(new StartError(NO_BROKER)) }];
  const { tls, databaseUrl, brokerDatabaseUrl, consoleDatabaseUrl } = config;
  const certificate = { name: 'TLS', run: async () => (tls === undefined ? '' : (readCertificateFiles(tls), '')) };
  const connections = {
    name: 'REDRIVE_DATABASE_CONNECTIONS',
    run: async () => (nodePools(config, kind === 'console'), ''),
  };
  const given = { DATABASE_URL: databaseUrl, REDRIVE_BROKER_DATABASE_URL: brokerDatabaseUrl };
  const ofConsole = kind === 'console' ? { REDRIVE_CONSOLE_DATABASE_URL: consoleDatabaseUrl } : {};
  const databases = Object.entries({ ...given, ...ofConsole }).flatMap(([name, url]) =>
    // Said first: it holds also where the connection is refused.
    url === undefined ? [] : [...unverifiedNote(name, url), { name, run: () => checkUrl(name, url, isPatient) }],
  );
  const kept = config.isEmbedded
    ? [{ name: 'REDRIVE_DATA_DIR', run: () => checkData(config, kind) }]
    : [...databases, { name: 'Database', run: () => checkGiven(config, kind) }];
  return [certificate, connections, ...portChecks(config, kind), ...kept];
}

async function checkData(config: Config, kind: NodeKind): Promise<string> {
  if (kind === 'console' && !isInitialized(config.dataDirectory)) await refuseWeakPassword(config);
  requireRoom(createPostgresLayout(config.dataDirectory));
  return '';
}

async function checkUrl(setting: string, url: string, isPatient: boolean): Promise<string> {
  if (isPatient) await waitForDatabase(setting, url, (line) => process.stderr.write(`${line}\n`));
  await refusePoolerOfTransactions(setting, url);
  return '';
}

function unverifiedNote(setting: string, url: string): StartCheck[] {
  const { ssl } = readDatabaseUrl(url);
  if (ssl === false || ssl.rejectUnauthorized !== false) return [];
  const says = `${setting} encrypts and does not verify the server: sslmode=verify-full does both.`;
  return [{ name: setting, run: () => Promise.resolve(says) }];
}

async function checkGiven(config: Config, kind: NodeKind): Promise<string> {
  const urls = givenUrls(config);
  if (urls === null) return '';
  if (kind === 'console') consoleUrlOf(urls);
  const { isFresh, connections } = await checkDatabase(urls.owner ?? urls.broker);
  await requireRights(config, kind);
  if (kind === 'console' && isFresh) await refuseWeakPassword(config);
  const needed = connectionsOf(nodePools(config, kind === 'console'), config.brokers);
  return connections >= needed
    ? ''
    : `The database accepts ${connections} connections of all programs together, and this node may hold ${needed}: ` +
        'lower REDRIVE_DATABASE_CONNECTIONS, or raise max_connections.';
}

function portChecks(config: Config, kind: NodeKind): StartCheck[] {
  const { httpPort, grpcPort, metricsPort, servesClients } = config;
  const free = (name: string, port: number) => ({
    name,
    run: async () => {
      await requireFreePort(name, config, port);
      return '';
    },
  });
  const clients = free('REDRIVE_GRPC_PORT', grpcPort);
  if (kind === 'console') return [free('PORT', httpPort), ...(servesClients ? [clients] : [])];
  if (metricsPort === 0) return [clients];
  const metrics = free('REDRIVE_METRICS_PORT', metricsPort);
  const differ = () =>
    metricsPort === grpcPort
      ? Promise.reject(
          new StartError(`REDRIVE_METRICS_PORT and REDRIVE_GRPC_PORT must differ, and both are ${grpcPort}.`),
        )
      : metrics.run();
  return [clients, { name: metrics.name, run: differ }];
}
