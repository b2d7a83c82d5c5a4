import pg from 'pg';
import { afterEach, expect, inject, test } from 'vitest';

import { BROKER_SESSION } from '../session-settings';
import { keepSession, LosesSessions } from './session-check';

let client: pg.Client | null = null;
afterEach(() => client?.end());

async function connect(): Promise<pg.Client> {
  client = new pg.Client({ connectionString: inject('testServerUrl') });
  await client.connect();
  return client;
}

async function lockTimeout(session: pg.Client): Promise<string | undefined> {
  const { rows } = await session.query<{ lock_timeout: string }>('SHOW lock_timeout');
  return rows[0]?.lock_timeout;
}

test('settings that did not come with a connection are set again', async () => {
  const session = await connect();
  expect(await lockTimeout(session)).toBe('0');
  await keepSession(session, BROKER_SESSION);
  expect(await lockTimeout(session)).toBe(BROKER_SESSION.lock_timeout);
});

test('a connection that keeps no setting from one statement to the next is refused', async () => {
  const session = await connect();
  const query = session.query.bind(session) as (...args: readonly unknown[]) => Promise<unknown>;
  // As behind a pooler that lends a connection for a statement, and empties it before the next one.
  const lent = async (...args: readonly unknown[]): Promise<unknown> => {
    const answer = await query(...args);
    await query('DISCARD ALL');
    return answer;
  };
  Object.assign(session, { query: lent });
  await expect(keepSession(session, BROKER_SESSION)).rejects.toThrow(LosesSessions);
});
