import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { holdPostgres } from '../../testing/postgres-holder';
import { isPostmasterAlive } from './postmaster';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start';

let directory: string;
let server: EmbeddedPostgres | undefined;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-embedded-'));
});
afterEach(async () => {
  await server?.release();
  server = undefined;
  rmSync(directory, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: true });
  return server;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

function sentence(reason: RegExp): unknown {
  return expect.objectContaining({ name: 'StartError', message: expect.stringMatching(reason) as string });
}

test('a fresh directory gets a checksummed UTF-8 cluster; release stops it; the next start keeps port and data', async () => {
  const first = await start();
  const { port } = new URL(first.url);
  expect(
    await query(first.url, "SELECT current_setting('data_checksums') || current_setting('server_encoding')"),
  ).toEqual(['onUTF8']);
  await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.release();
  expect(first.isRunning()).toBe(false);
  const second = await start();
  expect(new URL(second.url).port).toBe(port);
  expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([42]);
});

test('after kill -9 of the launcher the running server is used again', { tags: ['long'] }, async () => {
  const launcher = await holdPostgres(directory);
  await query(launcher.url, 'CREATE TABLE kept AS SELECT 1');
  await launcher.kill();
  expect(isPostmasterAlive(join(directory, 'postgres'), launcher.postmasterPid)).toBe(true);
  const again = await start();
  expect(again.pid()).toBe(launcher.postmasterPid);
  expect(await query(again.url, 'SELECT * FROM kept')).toEqual([1]);
});

test('after kill -9 of Postgres the server comes back on the same port with its data', async () => {
  const running = await start();
  await query(running.url, 'CREATE TABLE kept AS SELECT 1');
  process.kill(running.pid() ?? 0, 'SIGKILL');
  await expect.poll(() => running.isRunning()).toBe(false);
  await running.ensureRunning(() => false);
  expect(await query(running.url, 'SELECT * FROM kept')).toEqual([1]);
});

test('two processes share one server, and the last to leave stops it', async () => {
  const [one, two] = await Promise.all([holdPostgres(directory), holdPostgres(directory)]);
  expect(two.postmasterPid).toBe(one.postmasterPid);
  await one.release();
  expect(await query(two.url, 'SELECT 1')).toEqual([1]);
  await two.release();
  expect(isPostmasterAlive(join(directory, 'postgres'), two.postmasterPid)).toBe(false);
});

test(
  'a lock file whose pid now belongs to another program is not taken for a running server',
  { tags: ['long'] },
  async () => {
    const first = await start();
    const lock = join(first.dataDirectory, 'postmaster.pid');
    const lines = readFileSync(lock, 'utf8').split('\n');
    process.kill(first.pid() ?? 0, 'SIGKILL');
    await expect.poll(() => first.isRunning()).toBe(false);
    writeFileSync(lock, [String(process.ppid), ...lines.slice(1)].join('\n'));
    await first.ensureRunning(() => false);
    expect(await query(first.url, 'SELECT 1')).toEqual([1]);
  },
);

test(
  'an initialisation that was killed half-way is started over and its remains are removed',
  { tags: ['long'] },
  async () => {
    const remains = join(directory, 'postgres-new-999999999-abc');
    mkdirSync(join(remains, 'cluster'), { recursive: true });
    expect(await query((await start()).url, 'SELECT 1')).toEqual([1]);
    expect(existsSync(remains)).toBe(false);
  },
);

test('a remembered port that another process uses is given up', { tags: ['long'] }, async () => {
  const first = await start();
  const { port } = new URL(first.url);
  await first.release();
  const thief = createServer().listen(Number(port), '127.0.0.1');
  await once(thief, 'listening');
  try {
    const second = await start();
    expect(new URL(second.url).port).not.toBe(port);
    expect(await query(second.url, 'SELECT 1')).toEqual([1]);
  } finally {
    thief.close();
  }
});

test('a data directory that cannot be written gives one sentence', async () => {
  writeFileSync(join(directory, 'file'), '');
  const below = join(directory, 'file', 'data');
  await expect(startEmbeddedPostgres({ dataDirectory: below })).rejects.toEqual(
    sentence(
      /^The data directory .* cannot be written \(ENOTDIR\): .*\/file is not a directory\. Set REDRIVE_DATA_DIR/,
    ),
  );
  await expect(startEmbeddedPostgres({ dataDirectory: join(directory, 'file') })).rejects.toEqual(sentence(/ENOTDIR/));
});

test('damaged files of a database are named, and left as they are', { tags: ['long'] }, async () => {
  await (await start()).release();
  const damage = async (file: string, text: string | null, says: RegExp) => {
    const path = join(directory, file);
    const before = readFileSync(path);
    if (text === null) rmSync(path);
    else writeFileSync(path, text);
    await expect(start()).rejects.toEqual(sentence(says));
    expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(text);
    writeFileSync(path, before);
  };
  await damage('postgres-credentials.json', '{"user"', /is not a credentials file of Redrive/);
  await damage('postgres/PG_VERSION', null, /has files but no PG_VERSION/);
  await damage('postgres/PG_VERSION', '15\n', /incompatible with server: .* initialized by PostgreSQL version 15/);
  await damage('postgres/global/pg_control', null, /^PostgreSQL does not start: .*pg_control/);
  const again = await start();
  expect(await query(again.url, 'SELECT 1')).toEqual([1]);
});

test('a directory whose password was replaced is refused, not re-initialised', { tags: ['long'] }, async () => {
  const first = await start();
  await first.release();
  writeFileSync(join(directory, 'postgres-credentials.json'), '{"user":"redrive","password":"other"}');
  await expect(start()).rejects.toEqual(sentence(/refuses the password/));
});
