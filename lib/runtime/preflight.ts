import { checkDatabase } from './check-database';
import { readConfig } from './config';
import { consoleUrlOf, givenUrls } from './database';
import { readCertificateFiles } from './own-certificate';
import { createPostgresLayout } from './postgres/layout';
import { requireFreePort } from './require-free-port';
import { isStartError } from './start-error';

/** What can be refused without building anything: settings, ports, data directory, database. */
try {
  const config = readConfig(process.env);
  if (config.tls !== undefined) readCertificateFiles(config.tls);
  if (process.argv[2] === 'console') await requireFreePort('PORT', config.host, config.httpPort);
  await requireFreePort('REDRIVE_GRPC_PORT', config.host, config.grpcPort);
  const urls = givenUrls(config);
  if (urls === null) createPostgresLayout(config.dataDirectory);
  else await checkDatabase(urls.owner ?? urls.broker);
  if (urls !== null && process.argv[2] === 'console') consoleUrlOf(urls);
} catch (error) {
  process.stderr.write(`${isStartError(error) ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
