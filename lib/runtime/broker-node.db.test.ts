// @module-tag landing
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { VERSION } from '../model/version';
import { withAdmin } from '../testing/admin-connection';
import { launch, type LaunchedProcess } from '../testing/launched-process';
import { findFreePort } from './postgres/free-port';
import { isPostmasterAlive, readPostmaster } from './postgres/postmaster';
import { eachShortFirst } from '../testing/each-short-first';

const BROKER = 'lib/cli/broker.mjs';
const READY = 'Broker ready';
const HELD_BY_NODE = `
  SELECT count(*)::int AS held FROM pg_stat_activity
   WHERE datname = current_database() AND application_name IN
         ('redrive-broker', 'redrive-console', 'redrive-wake', 'redrive-supervisor')`;

let directory: string;
let port: number;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-node-'));
  port = await findFreePort('127.0.0.1');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function startBroker(settings: Readonly<Record<string, string>> = {}): LaunchedProcess {
  return launch(BROKER, {
    REDRIVE_DATA_DIR: directory,
    REDRIVE_GRPC_PORT: String(port),
    // The default may be another program's on the machine of the test.
    REDRIVE_METRICS_PORT: '0',
    ...settings,
  });
}

test(
  'a broker node survives kill -9, shares its Postgres, and stops cleanly with the last node',
  { tags: ['long'], timeout: 180_000 },
  async () => {
    const killed = startBroker();
    await killed.waitFor(READY);
    killed.child.kill('SIGKILL');
    await killed.waitForExit();

    const again = startBroker();
    await again.waitFor(READY);
    const postmaster = readPostmaster(join(directory, 'postgres'))?.pid ?? 0;
    const beside = startBroker({ REDRIVE_GRPC_PORT: String(await findFreePort('127.0.0.1')) });
    await beside.waitFor(READY);

    // With 0 each ends by itself: one that takes too long is ended with 1.
    again.child.kill('SIGTERM');
    expect(await again.waitForExit()).toEqual({ code: 0, signal: null });
    expect(isPostmasterAlive(join(directory, 'postgres'), postmaster)).toBe(true);
    beside.child.kill('SIGINT');
    expect(await beside.waitForExit()).toEqual({ code: 0, signal: null });
    expect(isPostmasterAlive(join(directory, 'postgres'), postmaster)).toBe(false);
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow(/ECONNREFUSED/);
  },
);

test('two nodes without a console: each has its figures and its health; what is of the broker, both tell alike', async () => {
  const ports = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  const nodes: LaunchedProcess[] = [];
  for (const metricsPort of ports) {
    const node = startBroker({
      REDRIVE_GRPC_PORT: String(await findFreePort('127.0.0.1')),
      REDRIVE_METRICS_PORT: String(metricsPort),
    });
    nodes.push(node);
    await node.waitFor(`Metrics for Prometheus: http://127.0.0.1:${metricsPort}/api/metrics`);
  }
  const read = async (metricsPort: number, path: string): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${metricsPort}${path}`)).text();
  // A node sends a heartbeat every 5 s; the exported text is kept for 5 s.
  await expect
    .poll(async () => await Promise.all(ports.map((each) => read(each, '/api/metrics'))), {
      timeout: 60_000,
      interval: 500,
    })
    .toEqual([expect.stringMatching(/^redrive_nodes\{.*\} 2$/m), expect.stringMatching(/^redrive_nodes\{.*\} 2$/m)]);
  const texts = await Promise.all(ports.map((each) => read(each, '/api/metrics')));
  const ids = texts.map((text) => /^redrive_nodes\{.*node_id="([^"]+)"/m.exec(text)?.[1]);
  expect(new Set(ids).size).toBe(2);
  expect(JSON.parse(await read(ports[0] ?? 0, '/api/health'))).toMatchObject({ status: 'ready', version: VERSION });
  for (const text of texts)
    expect(text).toMatch(new RegExp(`^redrive_build_info\\{version="${VERSION}",.*\\} 1$`, 'm'));
  for (const node of nodes) {
    node.child.kill('SIGTERM');
    expect(await node.waitForExit()).toEqual({ code: 0, signal: null });
  }
}, 180_000);

test('a taken port gives one sentence and a non-zero exit', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const taken = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    await expectRefusal(
      { REDRIVE_GRPC_PORT: String(taken) },
      `Port ${taken} on 127.0.0.1 is taken by another program: stop it, or set REDRIVE_GRPC_PORT to a free port.`,
    );
  } finally {
    holder.close();
  }
}, 180_000);

test(
  'a taken metrics port gives one sentence, and so does that of the clients',
  { tags: ['long'], timeout: 180_000 },
  async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const taken = typeof address === 'object' && address !== null ? address.port : 0;
    try {
      await expectRefusal(
        { REDRIVE_METRICS_PORT: String(taken) },
        `Port ${taken} on 127.0.0.1 is taken by another program: stop it, or set REDRIVE_METRICS_PORT to a free port.`,
      );
      await expectRefusal(
        { REDRIVE_METRICS_PORT: String(port) },
        `REDRIVE_METRICS_PORT and REDRIVE_GRPC_PORT must differ, and both are ${port}.`,
      );
    } finally {
      holder.close();
    }
  },
);

eachShortFirst([
  [
    'DATABASE_URL',
    { DATABASE_URL: 'postgresql://a:b@127.0.0.1:9/c?sslmode=require&sslrootcert=/no/such' },
    'DATABASE_URL names sslrootcert=/no/such, which cannot be read (ENOENT).',
  ],
  [
    'REDRIVE_DATA_DIR',
    { REDRIVE_DATA_DIR: '/dev/null/data' },
    'The data directory /dev/null/data cannot be written (ENOTDIR): /dev/null is not a directory. Set REDRIVE_DATA_DIR to a directory.',
  ],
  [
    'REDRIVE_DATABASE_CONNECTIONS',
    { REDRIVE_DATABASE_CONNECTIONS: '5', REDRIVE_BROKERS: '1' },
    'REDRIVE_DATABASE_CONNECTIONS must be at least 6 for 1 broker process (REDRIVE_BROKERS), and is 5.',
  ],
  ['REDRIVE_GRPC_PORT', { REDRIVE_GRPC_PORT: '0' }, 'REDRIVE_GRPC_PORT must be at least 1, and is "0".'],
])(
  '%s that cannot be used gives one sentence and a non-zero exit',
  ([, settings, sentence]) => expectRefusal(settings, sentence),
  180_000,
);

test('a node holds no more connections than it is allowed to, and says when the database accepts fewer', async () => {
  const metricsPort = await findFreePort('127.0.0.1');
  const six = { REDRIVE_BROKERS: '1', REDRIVE_DATABASE_CONNECTIONS: '6' };
  const node = startBroker({ ...six, REDRIVE_METRICS_PORT: String(metricsPort) });
  await node.waitFor(READY);
  const url = ownerUrl();
  const counts = await withAdmin(url, async (client) => {
    await client.query('ALTER DATABASE redrive CONNECTION LIMIT 30');
    const found: number[] = [];
    // For as long as gauges and samples of a node without load need several at once.
    for (let look = 0; look < 60; look += 1) {
      const { rows } = await client.query<{ held: number }>(HELD_BY_NODE);
      found.push(rows[0]?.held ?? 0);
      await sleep(200);
    }
    return found;
  });
  // Each pool, the hints between nodes, and the supervisor.
  expect(Math.max(...counts)).toBeGreaterThanOrEqual(4);
  expect(Math.max(...counts)).toBeLessThanOrEqual(6);
  expect(await (await fetch(`http://127.0.0.1:${metricsPort}/api/health`)).json()).toMatchObject({ status: 'ready' });
  const beside = startBroker({
    ...{ DATABASE_URL: url, REDRIVE_BROKERS: '1', REDRIVE_DATABASE_CONNECTIONS: '31' },
    REDRIVE_GRPC_PORT: String(await findFreePort('127.0.0.1')),
  });
  await beside.waitFor(
    'The database accepts 30 connections of all programs together, and this node may hold 31: lower',
  );
  await beside.waitFor(READY);
  for (const { child, waitForExit } of [beside, node]) {
    child.kill('SIGTERM');
    expect(await waitForExit()).toEqual({ code: 0, signal: null });
  }
}, 180_000);

test('a node waits for a database that is away, says so, and ends when it is asked to', async () => {
  const node = startBroker({ DATABASE_URL: 'postgresql://a:b@127.0.0.1:9/c' });
  await node.waitFor('Waiting for the database of DATABASE_URL at 127.0.0.1:9: the database cannot be reached');
  node.child.kill('SIGTERM');
  expect(await node.waitForExit()).toEqual({ code: 0, signal: null });
}, 180_000);

/** Of the database that a node keeps in its data directory. */
function ownerUrl(): string {
  const read = (name: string): string => readFileSync(join(directory, name), 'utf8').trim();
  const { user, password } = JSON.parse(read('postgres-credentials.json')) as { user: string; password: string };
  return `postgresql://${user}:${password}@127.0.0.1:${read('postgres-port')}/redrive`;
}

async function expectRefusal(settings: Readonly<Record<string, string | undefined>>, sentence: string): Promise<void> {
  const broker = startBroker(
    Object.fromEntries(Object.entries(settings).filter((entry): entry is [string, string] => entry[1] !== undefined)),
  );
  expect(await broker.waitForExit()).toEqual({ code: 1, signal: null });
  expect(broker.output().trim()).toBe(sentence);
}
