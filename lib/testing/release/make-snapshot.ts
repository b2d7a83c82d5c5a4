// npm run release:snapshot [-- <version>]: a database of this program with work under way, kept in prisma/releases. Each
// later release must finish that work (lib/store/upgrade.db.test.ts).
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createBrokerContext } from '../../broker/create-context';
import { startEmbeddedPostgres } from '../../runtime/postgres/start';
import { createStore } from '../../store/client';
import { migrate, thisProgram } from '../../store/migrate';
import { PATIENT, TestClock } from '../broker';
import { dumpDatabase } from './dump-database';
import { leaveUnderWay } from './under-way';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const uncounted = { count: () => undefined, observe: () => undefined };

const version = process.argv[2] ?? (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
const directory = mkdtempSync(join(tmpdir(), 'redrive-snapshot-'));
const server = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: true });
try {
  await migrate(server.url);
  const store = createStore({ databaseUrl: server.url, brokerPoolMax: 4, consolePoolMax: 4 });
  try {
    const clock = new TestClock();
    // The first segment was opened by the migration, on the real clock.
    await store.console.query('UPDATE segment SET opened_at = $1', [clock.nowOrNull()]);
    const ctx = await createBrokerContext({ store, log: silent, metrics: uncounted, clock, protection: PATIENT });
    const lastMigration = thisProgram().migrations.at(-1)?.name;
    const remembered = await leaveUnderWay(ctx, clock);
    const facts = JSON.stringify({ version, lastMigration, at: clock.nowOrNull(), ...remembered });
    mkdirSync(join('prisma', 'releases'), { recursive: true });
    const file = join('prisma', 'releases', `${version}.sql`);
    writeFileSync(file, `-- ${facts}\n${await dumpDatabase(server.url)}\n`);
    process.stdout.write(`Wrote ${file}.\n`);
  } finally {
    await store.close();
  }
} finally {
  await server.release();
  rmSync(directory, { recursive: true, force: true });
}
