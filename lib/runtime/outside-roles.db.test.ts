import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTopic, send } from '../broker';
import { createBrokerContext } from '../broker/create-context';
import { createStore } from '../store/client';
import { withAdmin } from '../testing/admin-connection';
import { testMessage } from '../testing/broker';
import { type Config, readConfig } from './config';
import { consoleUrlOf, openDatabase } from './database';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/start';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let directory: string;
let server: EmbeddedPostgres;

/** A database of an outside PostgreSQL, made as docs/operate/database.md says; one that waits for its disk. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-outside-'));
  server = await startEmbeddedPostgres({ dataDirectory: directory });
  await withAdmin(server.url, (admin) => admin.query('CREATE DATABASE outside OWNER redrive_owner'));
  await withAdmin(urlOf(server.url), async (admin) => {
    await admin.query('REVOKE ALL ON DATABASE outside FROM PUBLIC');
    await admin.query('GRANT CONNECT ON DATABASE outside TO redrive_broker, redrive_console');
    await admin.query('ALTER SCHEMA public OWNER TO redrive_owner; REVOKE ALL ON SCHEMA public FROM PUBLIC');
  });
});
afterAll(async () => {
  await server.release();
  rmSync(directory, { recursive: true, force: true });
});

function urlOf(text: string): string {
  const url = new URL(text);
  url.pathname = '/outside';
  return url.toString();
}

function given(...kinds: readonly ('owner' | 'broker' | 'console')[]): Config {
  const variables = {
    owner: 'DATABASE_URL',
    broker: 'REDRIVE_BROKER_DATABASE_URL',
    console: 'REDRIVE_CONSOLE_DATABASE_URL',
  };
  return readConfig(Object.fromEntries(kinds.map((kind) => [variables[kind], urlOf(server.urls[kind])])));
}

const open = (config: Config) => openDatabase(config, silent, (_what, work) => work());

test('each process gets its own role, and only who has the URL of the owner migrates', async () => {
  await expect(open(given('broker', 'console'))).rejects.toThrow(/lacks migration 0001_broker.*npm run migrate/);
  const { urls } = await open(given('owner', 'broker', 'console'));
  expect(Object.values(urls).map((url) => new URL(url ?? '').username)).toEqual([
    'redrive_owner',
    'redrive_broker',
    'redrive_console',
  ]);
  const without = await open(given('broker', 'console'));
  expect(without.urls.owner).toBeNull();
  expect(() => consoleUrlOf({ owner: null, broker: urls.broker, console: null })).toThrow(
    'REDRIVE_CONSOLE_DATABASE_URL',
  );

  // What one makes, the other uses.
  const start = async (databaseUrl: string) => {
    const store = createStore({ databaseUrl, brokerPoolMax: 1, consolePoolMax: 1 });
    const metrics = { count: () => undefined, observe: () => undefined };
    return { store, ctx: await createBrokerContext({ store, log: silent, metrics }) };
  };
  const [broker, console] = [await start(urls.broker), await start(consoleUrlOf(urls))];
  try {
    const actor = { kind: 'system', name: 'test' } as const;
    await createTopic(console.ctx, { name: 'orders', messageType: 'NORMAL', queues: 1, actor });
    await send(broker.ctx, { topic: 'orders', messages: [testMessage({ messageId: 'm-1' })] });
    expect((await console.store.console.query('SELECT msg_id FROM any_message')).rows).toEqual([{ msg_id: 'm-1' }]);
  } finally {
    await broker.store.close();
    await console.store.close();
  }

  await withAdmin(urlOf(server.urls.owner), (admin) =>
    admin.query("COMMENT ON FUNCTION segment_open IS 'of another time'"),
  );
  await expect(open(given('broker'))).rejects.toThrow('lacks function segment_open');
});

test('with one URL alone, everything uses it', async () => {
  const { urls } = await open(given('owner'));
  expect(Object.values(urls).map((url) => new URL(url ?? '').username)).toEqual([
    'redrive_owner',
    'redrive_owner',
    'redrive_owner',
  ]);
});
