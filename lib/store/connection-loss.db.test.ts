import { afterAll, beforeAll, expect, test } from 'vitest';

import { withAdmin } from '../testing/admin-connection';
import { createTestDatabase, type TestDatabase } from '../testing/database';
import { openWakeChannel, type WakeChannel } from './wake-channel';
import type { WakeMessage } from './wake-hints';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const TERMINATE = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = $1`;
const COUNT =
  'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1';

function terminate(applicationName: string): Promise<unknown> {
  return withAdmin(database.url, (client) => client.query(TERMINATE, [applicationName]));
}

test('a connection lost between two statements of a transaction fails the next one, not the process', async () => {
  const client = await database.store.broker.connect();
  await client.query('BEGIN');
  await terminate('redrive-broker');
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  expect((await database.store.broker.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test('the wake channel comes back as one connection after it was cut', async () => {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const heard: WakeMessage[] = [];
  const listener = openWakeChannel({ databaseUrl: database.url, log, onMessage: (message) => heard.push(message) });
  const sender = openWakeChannel({ databaseUrl: database.url, log, onMessage: () => undefined });
  const connections = async (): Promise<unknown> => (await database.store.console.query(COUNT, ['redrive-wake'])).rows;
  try {
    await expect.poll(connections).toEqual([{ n: 2 }]);
    await terminate('redrive-wake');
    await expect.poll(connections).toEqual([{ n: 2 }]);
    await expect
      .poll(() => {
        sender.wake([7], []);
        return heard.at(-1)?.topicIds;
      })
      .toEqual([7]);
    expect(await connections()).toEqual([{ n: 2 }]);
    sender.join();
    await expect.poll(() => heard.filter(({ joined }) => joined)).toHaveLength(1);
  } finally {
    await Promise.all([listener.close(), sender.close()]);
  }
});

test('a wake channel that is closed while it connects leaves no connection behind', async () => {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const open = (): WakeChannel => openWakeChannel({ databaseUrl: database.url, log, onMessage: () => undefined });
  const connections = async (): Promise<number | undefined> =>
    (await database.store.console.query<{ n: number }>(COUNT, ['redrive-wake'])).rows[0]?.n;
  await open().close();
  const second = open();
  await expect.poll(connections).toBeGreaterThan(0);
  await second.close();
  await expect.poll(connections).toBe(0);
});
