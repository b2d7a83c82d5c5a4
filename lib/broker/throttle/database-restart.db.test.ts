import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../runtime/postgres/start';
import { createStore, type Store } from '../../store/client';
import { migrate } from '../../store/migrate';
import { PATIENT, testMessage } from '../../testing/broker';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { setLimit } from './set-limit';

const TOPIC = 'limited';
const LIMIT = 3;
const actor = systemActor('test');
const silent = (): void => undefined;

let directory: string;
let server: EmbeddedPostgres;
let store: Store;
let ctx: BrokerContext;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'redrive-restart-'));
  server = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: true });
  await migrate(server.url);
  store = createStore({ databaseUrl: server.url, brokerPoolMax: 4, consolePoolMax: 2, onConnectionLost: silent });
  ctx = await createBrokerContext({
    store,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    metrics: { count: silent, observe: silent },
    protection: PATIENT,
  });
  await createTopic(ctx, { name: TOPIC, messageType: 'NORMAL', queues: 1, actor });
}, 60_000);
afterAll(async () => {
  await store.close();
  await server.release();
  rmSync(directory, { recursive: true, force: true });
});

const REFUSED = { code: 'too-many-requests', field: `send-rate of topic ${TOPIC}` };
const sendOne = async (): Promise<unknown> => await send(ctx, { topic: TOPIC, messages: [testMessage()] });
const stored = async (): Promise<number> =>
  (await store.console.query<{ n: number }>('SELECT count(*)::int AS n FROM message')).rows[0]?.n ?? -1;

test('the database is killed and comes back while a limit refuses: what was used up stays used up, and nothing refused is stored', async () => {
  // So slow that nothing comes back within the test.
  const rate = { kind: 'send-rate', scope: 'topic', subject: TOPIC, hard: LIMIT / 600, burstMs: 600_000 } as const;
  await setLimit(ctx, { ...rate, version: 0, reason: 'test', actor });
  await sendOne();
  await sendOne();
  process.kill(server.pid() ?? 0, 'SIGKILL');
  // Its backends live on for a moment.
  const answers = (): Promise<boolean> =>
    store.broker.query('SELECT 1').then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(false);
  // Within the limit it is the database that is missed; above it the database is not asked.
  await expect(sendOne()).rejects.not.toMatchObject({ code: 'too-many-requests' });
  await expect(sendOne()).rejects.toMatchObject(REFUSED);
  await expect(ctx.throttle.reload()).rejects.toThrow();
  await expect(sendOne()).rejects.toMatchObject(REFUSED);

  await server.ensureRunning(() => false);
  await expect.poll(() => stored().catch(() => null), { timeout: 20_000 }).toBe(2);
  await ctx.throttle.reload();
  await expect(sendOne()).rejects.toMatchObject(REFUSED);
  expect(await stored()).toBe(2);
  await setLimit(ctx, { ...rate, hard: 1_000, burstMs: 1_000, version: 1, reason: 'more', actor });
  // An edit keeps what was used up: the new rate makes room in a moment.
  const outcome = (): Promise<string> =>
    sendOne().then(
      () => 'stored',
      () => 'refused',
    );
  await expect.poll(outcome).toBe('stored');
  expect(await stored()).toBe(3);
}, 60_000);
