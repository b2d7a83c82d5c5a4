// @module-tag long
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import pg from 'pg';
import { afterEach, expect, test } from 'vitest';

import { createAlarmRule, createBrokerContext, createGroup, createTopic } from '../../lib/broker';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { readPostmaster } from '../../lib/runtime/postgres/postmaster';
import { startEmbeddedPostgres } from '../../lib/runtime/postgres/start';
import { createStore } from '../../lib/store/client';
import { IMPATIENT } from '../../lib/testing/impatient-rule';
import { launch, type LaunchedProcess } from '../../lib/testing/launched-process';
import { TESTER } from './support/broker';
import { startProducer, startSimpleConsumer } from './support/sdk';
import { mountSmallDisk, type SmallDisk } from './support/small-disk';
import { until } from './support/wait';

const MEBIBYTE = 1024 * 1024;
const TOPIC = 'orders';
/** What is promised, and what a machine that is busy with others may add. */
const RECOVERS_MS = 5_000;
const LATE_MS = 10_000;

/** Does not compress: it takes the room that it is long. */
const LARGE = randomBytes(200_000);
const SMALL = Buffer.from('small');

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  const failures: unknown[] = [];
  for (const end of ends.splice(0).toReversed())
    await Promise.resolve(end()).catch((error: unknown) => failures.push(error));
  expect(failures).toEqual([]);
});

interface Node {
  readonly process: LaunchedProcess;
  readonly port: number;
  /** The database's part, or "ready" when all of it is; null: nothing answers. */
  health(): Promise<{ status: number; database: string }>;
  metrics(): Promise<string>;
}

async function startNode(settings: Readonly<Record<string, string>>): Promise<Node> {
  const [port, metricsPort] = [await findFreePort('127.0.0.1'), await findFreePort('127.0.0.1')];
  const node = launch('lib/cli/broker.mjs', {
    ...{ REDRIVE_GRPC_PORT: String(port), REDRIVE_METRICS_PORT: String(metricsPort) },
    ...settings,
  });
  ends.push(async () => {
    node.child.kill('SIGTERM');
    await node.waitForExit();
  });
  await node.waitFor('Broker ready');
  const read = (path: string) => fetch(`http://127.0.0.1:${metricsPort}/api/${path}`);
  return {
    process: node,
    port,
    health: async () => {
      const answer = await read('health');
      const { status, parts } = (await answer.json()) as { status: string; parts: { database: string } };
      return { status: answer.status, database: status === 'ready' ? 'ready' : parts.database };
    },
    metrics: async () => await (await read('metrics')).text(),
  };
}

/** Topic, group, and a rule that looks at the broker's health without patience. */
async function prepare(databaseUrl: string): Promise<void> {
  const store = createStore({ databaseUrl, brokerPoolMax: 2, consolePoolMax: 2 });
  const silent = (): void => undefined;
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  try {
    const ctx = await createBrokerContext({ store, log, metrics: { count: silent, observe: silent } });
    await createTopic(ctx, { name: TOPIC, messageType: 'NORMAL', queues: 4, actor: TESTER });
    await createGroup(ctx, { name: 'billing', actor: TESTER });
    await store.console.query('DELETE FROM alarm_rule');
    for (const [watch, subject] of [
      ['broker-health', null],
      ['backlog', 'billing'],
    ] as const)
      await createAlarmRule(
        ctx,
        {
          ...IMPATIENT,
          watch,
          subject,
        },
        { reason: 'test', actor: TESTER },
      );
  } finally {
    await store.close();
  }
}

/** A connection made while there is room: PostgreSQL may need some for a new one. */
async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => undefined);
  await client.connect();
  ends.push(() => client.end().catch(() => undefined));
  return client;
}

const mounted = mountSmallDisk(1);
mounted?.close();

/** @returns how long it took */
async function recovery(disk: SmallDisk, isWell: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  disk.free();
  await until('recovery', isWell, RECOVERS_MS + LATE_MS);
  return performance.now() - startedAt;
}

// Without the right to mount a file system there is no disk that a test may fill.
test.skipIf(mounted === null)(
  'the disk of an external database is full: named by health, figures and an alarm; sends are refused as by a full store; what is stored is delivered',
  async () => {
    const disk = mountSmallDisk(420) as SmallDisk;
    ends.push(async () => disk.close());
    const server = await startEmbeddedPostgres({ dataDirectory: join(disk.directory, 'data') });
    ends.push(() => server.release());
    const node = await startNode({ DATABASE_URL: server.url });
    await prepare(server.url);
    const [producer, consumer] = await Promise.all([
      startProducer(node.port, TOPIC),
      startSimpleConsumer(node.port, 'billing', TOPIC),
    ]);
    ends.push(() => Promise.all([producer.shutdown(), consumer.shutdown()]));
    const confirmed = new Set<string>();
    const send = async (body: Buffer): Promise<string> =>
      await producer.send({ topic: TOPIC, body }).then(
        ({ messageId }) => {
          confirmed.add(messageId);
          return 'stored';
        },
        (error: unknown) => String(error),
      );
    const acked: string[] = [];
    const receive = async (): Promise<number> => {
      const views = await consumer.receive(16, 15_000);
      for (const view of views) acked.push((await consumer.ack(view), view.messageId));
      return views.length;
    };
    await send(SMALL);
    expect(await receive()).toBe(1);
    for (let count = 0; count < 40; count += 1) expect(await send(SMALL)).toBe('stored');
    // Log files for what follows: a log that cannot grow stops PostgreSQL, which is another test.
    const db = await connect(server.url);
    await db.query('CREATE TABLE w (n int)');
    for (let file = 0; file < 4; file += 1) {
      await db.query('INSERT INTO w VALUES (1)');
      await db.query('SELECT pg_switch_wal()');
    }
    await db.query('CHECKPOINT');
    const alarms = async (): Promise<string[]> =>
      (
        await db.query<{ line: string }>(
          "SELECT concat_ws(' ', i.watch, e.note) AS line FROM alarm_event e JOIN alarm_incident i USING (incident_id) WHERE e.kind = 'fired'",
        )
      ).rows.map(({ line }) => line);
    // As in a broker in use: its tables of alarms have pages with room for another row.
    await until('an alarm', async () => (await alarms()).includes('backlog'));
    expect(await node.health()).toEqual({ status: 200, database: 'ready' });

    disk.fill(600_000);
    let refused = '';
    await until('a refused send', async () => (refused = await send(LARGE)) !== 'stored');
    expect(refused).toMatch(/response-code=42900\b.*the disk of the broker is full; disk-free is/);
    expect(await node.health()).toEqual({
      status: 503,
      database: expect.stringContaining('the disk of the database is full (53100)') as string,
    });
    expect(await node.metrics()).toMatch(/^redrive_database_trouble\{[^}]*kind="disk-full"[^}]*\} 1$/m);
    // Consumers go on.
    for (let got = 0; got < 40;) got += await receive();
    const named = /^broker-health .*the disk of the database is full/;
    await until('an alarm that names it', async () => (await alarms()).some((line) => named.test(line)), 60_000);

    const tookMs = await recovery(
      disk,
      async () => (await node.health()).database === 'ready' && (await send(SMALL)) === 'stored',
    );
    process.stdout.write(`recovered ${Math.round(tookMs)} ms after there was room\n`);
    expect(tookMs).toBeLessThan(RECOVERS_MS + LATE_MS);
    await until('all that was confirmed', async () => {
      await receive();
      return [...confirmed].every((messageId) => acked.includes(messageId));
    });
    expect(new Set(acked).size).toBe(acked.length);
  },
  180_000,
);

test.skipIf(mounted === null)(
  'the disk of the embedded database is nearly full, then so full that PostgreSQL stops: both are said, and it comes back by itself',
  async () => {
    const disk = mountSmallDisk(800) as SmallDisk;
    ends.push(async () => disk.close());
    const dataDirectory = join(disk.directory, 'data');
    const node = await startNode({ REDRIVE_DATA_DIR: dataDirectory });
    const credentials = JSON.parse(readFileSync(join(dataDirectory, 'postgres-credentials.json'), 'utf8')) as {
      user: string;
      password: string;
    };
    const { port = 0, pid = 0 } = readPostmaster(join(dataDirectory, 'postgres')) ?? {};
    const url = `postgresql://${credentials.user}:${credentials.password}@127.0.0.1:${port}/redrive`;
    await prepare(url);
    const producer = await startProducer(node.port, TOPIC);
    ends.push(() => producer.shutdown());
    const send = async (): Promise<string> =>
      await producer.send({ topic: TOPIC, body: SMALL }).then(() => 'stored', String);
    expect(await send()).toBe('stored');

    disk.fill(200 * MEBIBYTE);
    await until('health says nearly full', async () =>
      /nearly full: (199|200) MiB free, and sends are refused below 256 MiB/.test((await node.health()).database),
    );
    expect(await send()).toMatch(/response-code=42900\b.*the disk of the broker is nearly full/);

    const db = await connect(url);
    await db.query('CREATE TABLE w (n int)');
    disk.fill(0);
    // The log needs new files until there is no room for one: PostgreSQL stops at once.
    await until('PostgreSQL is gone', async () => {
      await db.query('INSERT INTO w VALUES (1)').catch(() => undefined);
      await db.query('SELECT pg_switch_wal()').catch(() => undefined);
      return readPostmaster(join(dataDirectory, 'postgres'))?.pid !== pid;
    });
    await until('health says why', async () => {
      const { status, database } = await node.health();
      return (
        status === 503 && /PostgreSQL does not start: .*(is full, 0 MiB free|No space left on device)/.test(database)
      );
    });
    // The room is read also while the database is not responding.
    expect(await send()).toMatch(/response-code=42900\b.*the disk of the broker is nearly full/);

    const tookMs = await recovery(disk, async () => (await node.health()).database === 'ready');
    process.stdout.write(`recovered ${Math.round(tookMs)} ms after there was room\n`);
    expect(tookMs).toBeLessThan(RECOVERS_MS + LATE_MS);
    expect(await send()).toBe('stored');
  },
  180_000,
);
