import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { migrate, pendingMigrations } from '../../store/migrate';
import { readSnapshots, restoreSnapshot } from '../../testing/release/snapshots';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start';

const APPS = ['broker', 'console'] as const;
type App = (typeof APPS)[number];

let directory: string;
let server: EmbeddedPostgres;
const clients = new Map<App | 'owner', pg.Client>();

/** Data of a release whose one role was the superuser, then started by this one. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-power-'));
  const options = { dataDirectory: directory, throwAway: true };
  const before = await startEmbeddedPostgres(options);
  const snapshot = readSnapshots().at(-1);
  if (snapshot === undefined) throw new Error('there is no snapshot');
  await restoreSnapshot(before.url, snapshot);
  await before.release();
  server = await startEmbeddedPostgres(options);
  await migrate(server.urls.owner);
  for (const app of [...APPS, 'owner'] as const) {
    const client = new pg.Client({ connectionString: server.urls[app] });
    await client.connect();
    clients.set(app, client);
  }
});
afterAll(async () => {
  for (const client of clients.values()) await client.end();
  await server.release();
  rmSync(directory, { recursive: true, force: true });
});

/** Undone afterwards. @returns null: it was done; else the state that PostgreSQL refused it with */
async function attempt(app: App | 'owner', text: string): Promise<string | null> {
  const client = clients.get(app);
  if (client === undefined) throw new Error(app);
  // Not inside a transaction, and so never meant to succeed here.
  if (!text.startsWith('ALTER SYSTEM')) await client.query('BEGIN');
  try {
    await client.query(text);
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? 'unknown';
  } finally {
    await client.query('ROLLBACK');
  }
}

/** 42501: insufficient privilege. */
const DENIED = '42501';

const FOR_NEITHER = [
  'ALTER TABLE audit DISABLE TRIGGER audit_append_only',
  'ALTER TABLE audit DISABLE TRIGGER ALL',
  'DROP TRIGGER audit_append_only ON audit',
  'DROP TRIGGER audit_link ON audit',
  'CREATE OR REPLACE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$',
  'SET session_replication_role = replica',
  'UPDATE audit SET target = target',
  'DELETE FROM audit',
  'TRUNCATE audit',
  "INSERT INTO audit_chain (position, audit_id, previous, hash) VALUES (999999, 999999, '', sha256(''))",
  'UPDATE audit_chain SET hash = hash',
  'DELETE FROM audit_chain',
  "COPY (SELECT 1) TO PROGRAM 'cat'",
  "COPY (SELECT 1) TO '/tmp/redrive-least-power'",
  'CREATE TEMP TABLE loaded (line text)',
  "SELECT pg_read_file('postgresql.conf')",
  'SELECT rolpassword FROM pg_authid',
  'CREATE TABLE mine (id int)',
  'CREATE SCHEMA mine',
  'CREATE FUNCTION mine() RETURNS int LANGUAGE sql RETURN 1',
  'CREATE ROLE mine SUPERUSER',
  'ALTER ROLE CURRENT_USER SUPERUSER',
  'ALTER ROLE redrive SUPERUSER',
  'SET ROLE redrive',
  'SET ROLE redrive_owner',
  "ALTER SYSTEM SET shared_preload_libraries = 'evil'",
  'ALTER TABLE message ADD COLUMN mine int',
  'DROP TABLE message',
  'TRUNCATE retry',
  'DELETE FROM _prisma_migrations',
  "INSERT INTO installed_release (version) VALUES ('99.0.0')",
  'UPDATE broker_secret SET value = value',
  'SELECT * FROM message_s0',
] as const;

const FOR_ONE: Readonly<Record<App, readonly string[]>> = {
  broker: [
    'SELECT password_hash FROM operator',
    "UPDATE operator SET role = 'admin'",
    'SELECT token_hash FROM operator_session',
    'SELECT * FROM sign_in_link',
    'DELETE FROM sign_in_attempt',
    'SELECT * FROM known_device',
    'SELECT * FROM saved_view',
    "UPDATE api_token SET rights = 'admin'",
    'UPDATE api_token SET revoked_at = NULL',
    `INSERT INTO api_token (name, token_hash, shown_start, rights, created_by)
     VALUES ('x', sha256('x'), 'x', 'admin', 'x')`,
  ],
  console: ['SELECT segment_drop(NULL, 0)', 'SELECT segment_open(NULL, 0)', 'UPDATE audit_check SET position = 0'],
};

describe.each(APPS)('as %s', (app) => {
  test.each([...FOR_NEITHER, ...FOR_ONE[app]])('refuses: %s', async (text) => {
    expect(await attempt(app, text)).toBe(DENIED);
  });

  test('does its work: an audit row and its link, a message log that can be written', async () => {
    const client = clients.get(app);
    await client?.query(
      "INSERT INTO audit (actor_kind, actor, action, target) VALUES ('system', 'test', 'test.write', $1)",
      [app],
    );
    const { rows } = (await client?.query(
      `SELECT a.target, c.position > 0 AS linked FROM audit_chain c JOIN audit a USING (audit_id)
        ORDER BY c.position DESC LIMIT 1`,
    )) ?? { rows: [] };
    expect(rows).toEqual([{ target: app, linked: true }]);
    expect(await attempt(app, 'UPDATE queue SET seg = seg')).toBeNull();
    expect(await attempt(app, 'SELECT * FROM any_message LIMIT 1')).toBeNull();
    expect(await attempt(app, "SELECT nextval('epoch_seq'), last_value FROM epoch_seq")).toBeNull();
  });
});

test('the console, and not the broker, sees the dead letters of one attached cluster through views', async () => {
  for (const app of APPS) await clients.get(app)?.query("SET redrive.cluster = '1'");
  expect(await attempt('console', 'UPDATE in_cluster.dead_letter SET held_by = held_by')).toBeNull();
  expect(await attempt('console', 'DELETE FROM in_cluster.letter_text_due')).toBeNull();
  expect(await attempt('broker', 'SELECT 1 FROM in_cluster.dead_letter')).toBe(DENIED);
});

test('the broker opens and drops segments of the log, whose tables belong to the owner', async () => {
  const broker = clients.get('broker');
  const { rows } = (await broker?.query<{ seg: number }>('SELECT segment_open(NULL, 0) AS seg')) ?? { rows: [] };
  const table = `message_s${rows[0]?.seg}`;
  const owner = await broker?.query('SELECT tableowner FROM pg_tables WHERE tablename = $1', [table]);
  expect(owner?.rows).toEqual([{ tableowner: 'redrive_owner' }]);
  // What a caller put in its way is not found by what runs with the rights of the owner.
  await broker?.query('SET search_path = pg_temp, public');
  expect(await attempt('broker', 'SELECT segment_drop(NULL, 0)')).toBeNull();
  await broker?.query('RESET search_path');
});

test('the broker notes that a token was used, for a node without a console', async () => {
  expect(await attempt('broker', 'UPDATE api_token SET last_used_at = clock_timestamp()')).toBeNull();
});

test('tables of people are hidden from the broker, also tables that are added later', async () => {
  const owner = clients.get('owner');
  await owner?.query('CREATE TABLE later (operator_id int REFERENCES operator)');
  await owner?.query('CREATE TABLE other (id int)');
  expect(await pendingMigrations(server.urls.broker)).toEqual([]);
  await migrate(server.urls.owner);
  expect(await attempt('broker', 'SELECT * FROM later')).toBe(DENIED);
  expect(await attempt('console', 'SELECT * FROM later')).toBeNull();
  expect(await attempt('broker', 'SELECT * FROM other')).toBeNull();
});

test('the owner migrates and is no superuser; nothing is left in the hands of the superuser', async () => {
  const { rows } = (await clients.get('owner')?.query(
    `SELECT (SELECT bool_or(rolsuper OR rolcreaterole OR rolcreatedb) FROM pg_roles
         WHERE rolname LIKE 'redrive\\_%') AS powerful,
       (SELECT count(*)::int FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace
          AND c.relowner = 'redrive'::regrole) AS tables,
       (SELECT count(*)::int FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
          AND p.proowner = 'redrive'::regrole) AS functions`,
  )) ?? { rows: [] };
  expect(rows).toEqual([{ powerful: false, tables: 0, functions: 0 }]);
  expect(await attempt('owner', "COPY (SELECT 1) TO PROGRAM 'cat'")).toBe(DENIED);
});

test('what was granted by mistake is taken back at the next start; one that finds all in order writes nothing', async () => {
  const owner = clients.get('owner');
  await owner?.query('GRANT ALL ON audit TO redrive_console');
  expect(await attempt('console', 'TRUNCATE audit')).not.toBe(DENIED);
  await migrate(server.urls.owner);
  expect(await attempt('console', 'TRUNCATE audit')).toBe(DENIED);
  const state = async (): Promise<unknown> =>
    (await owner?.query("SELECT string_agg(c.xmin::text, ' ' ORDER BY c.oid) AS rows FROM pg_class c"))?.rows;
  const before = await state();
  await migrate(server.urls.owner);
  expect(await state()).toEqual(before);
});
