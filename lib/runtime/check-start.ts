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

/**
 * What can be refused before anything is made: settings, ports, the password of the first administrator, the data
 * directory and its disk, or the given database and its roles. @throws StartError
 */
export async function checkStart(config: Config, kind: NodeKind): Promise<void> {
  if (config.tls !== undefined) readCertificateFiles(config.tls);
  const pools = nodePools(config, kind === 'console');
  await requirePorts(config, kind);
  const urls = givenUrls(config);
  if (urls === null) {
    if (kind === 'console' && !isInitialized(config.dataDirectory)) await refuseWeakPassword(config);
    requireRoom(createPostgresLayout(config.dataDirectory));
    return;
  }
  if (kind === 'console') consoleUrlOf(urls);
  const { databaseUrl, brokerDatabaseUrl, consoleDatabaseUrl } = config;
  const given = { DATABASE_URL: databaseUrl, REDRIVE_BROKER_DATABASE_URL: brokerDatabaseUrl };
  const ofConsole = kind === 'console' ? { REDRIVE_CONSOLE_DATABASE_URL: consoleDatabaseUrl } : {};
  for (const [setting, url] of Object.entries({ ...given, ...ofConsole })) {
    if (url === undefined) continue;
    await waitForDatabase(setting, url, (line) => process.stderr.write(`${line}\n`));
    const { ssl } = readDatabaseUrl(url);
    if (ssl !== false && ssl.rejectUnauthorized === false)
      process.stderr.write(`${setting} encrypts and does not verify the server: sslmode=verify-full does both.\n`);
    await refusePoolerOfTransactions(setting, url);
  }
  const { isFresh, connections } = await checkDatabase(urls.owner ?? urls.broker);
  const needed = connectionsOf(pools, config.brokers);
  if (connections < needed)
    process.stderr.write(
      `The database accepts ${connections} connections of all programs together, and this node may hold ${needed}: ` +
        'lower REDRIVE_DATABASE_CONNECTIONS, or raise max_connections.\n',
    );
  await requireRights(config, kind);
  if (kind === 'console' && isFresh) await refuseWeakPassword(config);
}

async function requirePorts(config: Config, kind: NodeKind): Promise<void> {
  const { grpcPort, metricsPort } = config;
  if (kind === 'console') await requireFreePort('PORT', config, config.httpPort);
  await requireFreePort('REDRIVE_GRPC_PORT', config, grpcPort);
  if (kind === 'console' || metricsPort === 0) return;
  if (metricsPort === grpcPort)
    throw new StartError(`REDRIVE_METRICS_PORT and REDRIVE_GRPC_PORT must differ, and both are ${grpcPort}.`);
  await requireFreePort('REDRIVE_METRICS_PORT', config, metricsPort);
}
