// @module-tag landing
// What cannot work is refused in one sentence, with exit code 1, before anything is made.
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { withAdmin } from '../../lib/testing/admin-connection';
import { launch, launchProgram, type LaunchedProcess } from '../../lib/testing/launched-process';
import { mountSmallDisk } from './support/small-disk';

/** Of a tree whose database schema or packages are newer than what was made of them. */
const PREPARING = /^(Installing|Generating|Waiting for another start) .*\n( {2}.*\n)*/gm;
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let ports: Readonly<Record<'PORT' | 'REDRIVE_GRPC_PORT', string>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redrive-refused-'));
  ports = {
    PORT: String(await findFreePort('127.0.0.1')),
    REDRIVE_GRPC_PORT: String(await findFreePort('127.0.0.1')),
  };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function refusal(launched: LaunchedProcess): Promise<string> {
  const { code } = await launched.waitForExit();
  expect({ code, output: launched.output() }).toMatchObject({ code: 1 });
  const sentence = launched.output().replaceAll(PREPARING, '').trim();
  expect(sentence).not.toContain('\n');
  return sentence;
}

const start = (settings: Readonly<Record<string, string>>) => launch('lib/cli/start.mjs', { ...ports, ...settings });
const broker = (settings: Readonly<Record<string, string>>) =>
  launch('lib/cli/broker.mjs', { ...ports, REDRIVE_METRICS_PORT: '0', ...settings });

test('a data directory that cannot be made, by both commands', async () => {
  const sentence = /^The data directory \/proc\/nope cannot be written \(\w+\): set REDRIVE_DATA_DIR to a directory/;
  expect(await refusal(start({ REDRIVE_DATA_DIR: '/proc/nope' }))).toMatch(sentence);
  expect(await refusal(broker({ REDRIVE_DATA_DIR: '/proc/nope' }))).toMatch(sentence);
});

test('a weak password of the first administrator', async () => {
  const directory = join(folder, 'weak');
  const settings = { REDRIVE_ADMIN_EMAIL: 'a@example.com', REDRIVE_ADMIN_PASSWORD: 'passwordpassword' };
  expect(await refusal(start({ ...settings, REDRIVE_DATA_DIR: directory }))).toMatch(
    /^REDRIVE_ADMIN_PASSWORD is not accepted\. This password is too easy to guess/,
  );
  expect(existsSync(directory)).toBe(false);
});

const canMount = mountSmallDisk(1);
canMount?.close();
test.skipIf(canMount === null)('a disk without room for a database', async () => {
  const disk = mountSmallDisk(60);
  try {
    expect(await refusal(broker({ REDRIVE_DATA_DIR: disk?.directory ?? '' }))).toMatch(
      /^The disk of \S+ has \d+ MiB free, and a new database needs at least 200 MiB: free some space, or set REDRIVE_/,
    );
    expect(readdirSync(disk?.directory ?? '')).not.toContain('postgres');
  } finally {
    disk?.close();
  }
});

test.skipIf(!isRoot)('a user who may not write the tree', async () => {
  chmodSync(folder, 0o755);
  cpSync(join('lib', 'cli'), join(folder, 'lib', 'cli'), { recursive: true });
  const asNobody = `
    process.setgid(${NOBODY});
    process.setuid(${NOBODY});
    import(process.argv[1]);`;
  const command = [process.execPath, '-e', asNobody, join(folder, 'lib', 'cli', 'start.mjs')];
  expect(await refusal(launchProgram(command, ports, '/'))).toMatch(
    /cannot be written by the user nobody \(EACCES: .*"node lib\/cli\/start\.mjs --built" with REDRIVE_DATA_DIR set/,
  );
});

test('roles without rights, with the statements that give them', async () => {
  const server = await startEmbeddedPostgres({ dataDirectory: join(folder, 'server') });
  const urlOf = (role: string): string => {
    const url = new URL(server.url);
    Object.assign(url, { username: role, password: 'secret', pathname: '/theirs' });
    return url.toString();
  };
  try {
    await withAdmin(server.url, async (admin) => {
      for (const role of ['poor', 'owner_of_it']) await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
      await admin.query('CREATE DATABASE theirs OWNER owner_of_it');
    });
    expect(await refusal(broker({ DATABASE_URL: urlOf('poor') }))).toBe(
      'The role poor of DATABASE_URL lacks rights in the database theirs: run GRANT USAGE, CREATE ON SCHEMA public ' +
        'TO poor; GRANT CREATE ON DATABASE theirs TO poor; as an administrator of the server ' +
        '(docs/operate/database.md).',
    );
    const both = { DATABASE_URL: urlOf('owner_of_it'), REDRIVE_BROKER_DATABASE_URL: urlOf('poor') };
    expect(await refusal(broker(both))).toBe(
      'The role poor of REDRIVE_BROKER_DATABASE_URL lacks rights to the tables of Redrive: run GRANT redrive_broker ' +
        'TO poor; as an administrator of the server (docs/operate/database.md).',
    );
    await withAdmin(urlOf('owner_of_it'), async (admin) => {
      const { rows } = await admin.query<{ relname: string }>(
        `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
      );
      expect(rows).toEqual([]);
    });
  } finally {
    await server.release();
  }
});

test('a second node on one data directory says whose it is, and one on the same ports is refused', async () => {
  const REDRIVE_DATA_DIR = join(folder, 'shared');
  const first = broker({ REDRIVE_DATA_DIR });
  await first.waitFor('Broker ready');
  const second = broker({ REDRIVE_DATA_DIR, REDRIVE_GRPC_PORT: ports.PORT, PORT: ports.REDRIVE_GRPC_PORT });
  try {
    await second.waitFor('Broker ready');
    expect(second.output()).toContain(
      `a broker node on port ${ports.REDRIVE_GRPC_PORT} (process ${first.child.pid}) uses ${REDRIVE_DATA_DIR} too: ` +
        'this is another node on the same database.',
    );
    expect(await refusal(broker({ REDRIVE_DATA_DIR }))).toMatch(
      new RegExp(`^Redrive already runs on port \\d+: a broker node on port \\d+ \\(process ${first.child.pid}\\)`),
    );
  } finally {
    for (const { child } of [first, second]) child.kill('SIGTERM');
    await Promise.all([first.waitForExit(), second.waitForExit()]);
  }
});
