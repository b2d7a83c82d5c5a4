import { startEmbeddedPostgres } from '../runtime/postgres/start';

/** A process of its own that uses the embedded Postgres until its stdin closes (see postgres-holder.ts). */
const server = await startEmbeddedPostgres({ dataDirectory: process.argv[2] ?? '', throwAway: true });
process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid() })}\n`);
process.stdin.resume().once('end', () => void server.release().then(() => process.exit(0)));
