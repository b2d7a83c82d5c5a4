import { startEmbeddedPostgres } from '../runtime/postgres/start';

/**
 * A process of its own that uses the embedded Postgres until its stdin closes (see postgres-holder.ts, lib/cli/dev).
 */
const [, , dataDirectory = '', kept] = process.argv;
const server = await startEmbeddedPostgres({ dataDirectory, throwAway: kept !== 'kept' });
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid() })}\n`);
process.stdin.resume().once('end', () => void server.release().then(() => process.exit(0)));
