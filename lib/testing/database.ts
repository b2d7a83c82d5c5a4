import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { inject } from 'vitest';

import { createStore, type Store } from '../store/client';
import { withAdmin } from './admin-connection';
import { addServerTime, TIMES } from './processor-time';

export interface TestDatabase {
  readonly url: string;
  readonly store: Store;
  /** Closes the store and drops the database; throws when a connection or transaction is left behind for good. */
  close(): Promise<void>;
}

export interface TestDatabaseOptions {
  readonly brokerPoolMax?: number;
  readonly consolePoolMax?: number;
}

/** A server on a busy machine may take its time to notice who left. */
const LEAVE_LIMIT_MS = 15_000;

/** A migrated database of its own, cloned from the template that the global setup made. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const serverUrl = inject('testServerUrl');
  const name = `redrive_test_${randomBytes(6).toString('hex')}`;
  // Where nothing waits for a disk, copying the files takes half of what logging each of their pages does.
  const clone = `CREATE DATABASE ${name} TEMPLATE ${inject('testTemplate')} STRATEGY file_copy`;
  await withAdmin(serverUrl, (client) => client.query(clone));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pools = { brokerPoolMax: options.brokerPoolMax ?? 8, consolePoolMax: options.consolePoolMax ?? 4 };
  const store = createStore({ databaseUrl: (await asRole(url)) ?? url.toString(), ...pools });
  // What members of teams see is read with the rights of production: the owner of the tables may lock and change them.
  const readers = createStore({ databaseUrl: roleUrl(url, 'console') ?? url.toString(), ...pools });
  const whole: Store = {
    ...store,
    inTeam: readers.inTeam,
    close: () => Promise.all([store.close(), readers.close()]).then(() => undefined),
  };
  return { url: url.toString(), store: whole, close: () => closeTestDatabase(serverUrl, name, whole) };
}

function roleUrl(url: URL, kind: 'broker' | 'console'): string | null {
  const roles = inject('testRoleUrls');
  if (roles === null) return null;
  const role = new URL(roles[kind]);
  role.pathname = url.pathname;
  return role.toString();
}

/**
 * REDRIVE_TEST_AS=broker or console runs all tests as that role of the product's processes, to find what it lacks.
 * Tests that change the schema fail then.
 */
async function asRole(url: URL): Promise<string | null> {
  const kind = process.env['REDRIVE_TEST_AS'];
  const role = kind === 'broker' || kind === 'console' ? roleUrl(url, kind) : null;
  if (role === null) return null;
  // What only tests do, to begin with empty tables.
  await withAdmin(url.toString(), (admin) =>
    admin.query(`GRANT TRUNCATE ON ALL TABLES IN SCHEMA public TO ${new URL(role).username}`),
  );
  return role;
}

async function closeTestDatabase(serverUrl: string, name: string, store: Store): Promise<void> {
  const checkedOut = await countCheckedOut(store);
  if (TIMES !== '') await withAdmin(serverUrl, (client) => addServerTime(client, name));
  await store.close();
  const left = await findLeftSessions(serverUrl, name);
  await withAdmin(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  if (checkedOut > 0) throw new Error(`The test left ${checkedOut} pool client(s) checked out.`);
  if (left.length > 0) throw new Error(`The test left ${left.length} session(s) open: ${left.join('; ')}`);
}

/** A statement of a loop that was just stopped may be under way; what was forgotten never comes back. */
async function countCheckedOut({ broker, console: other }: Store): Promise<number> {
  const count = (): number => broker.totalCount - broker.idleCount + other.totalCount - other.idleCount;
  for (let waitedMs = 0; waitedMs <= LEAVE_LIMIT_MS && count() > 0; waitedMs += 20) await sleep(20);
  return count();
}

async function findLeftSessions(serverUrl: string, name: string): Promise<string[]> {
  let left: string[] = [];
  await withAdmin(serverUrl, async (client) => {
    for (let waitedMs = 0; waitedMs <= LEAVE_LIMIT_MS; waitedMs += 20) {
      const { rows } = await client.query<{ session: string }>(
        `SELECT concat_ws(', ', application_name, state, left(query, 80)) AS session
         FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
        [name],
      );
      left = rows.map(({ session }) => session);
      if (left.length === 0) return;
      await sleep(20);
    }
  });
  return left;
}
