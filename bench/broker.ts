/**
 * In-process figures: what the broker's verbs reach without a wire. `npm run bench`.
 * One run; differences under about 20 % are noise. Writes bench/results/broker.json.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  ack,
  type BrokerContext,
  createBrokerContext,
  createGroup,
  createTopic,
  fail,
  receive,
  send,
} from '../lib/broker';
import { systemActor } from '../lib/model/actor';
import type { DeliveredMessage, OutgoingMessage } from '../lib/model/message';
import { startEmbeddedPostgres } from '../lib/runtime/postgres/start';
import { createStore } from '../lib/store/client';
import { migrate } from '../lib/store/migrate';
import { startWorkers } from '../lib/workers';

interface Figure {
  readonly name: string;
  readonly messages: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const BODY = Buffer.alloc(200, 'x');
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? '5');
let made = 0;

function message(fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  made += 1;
  return {
    messageId: `bench-${process.pid}-${made}`,
    messageType: fields.messageGroup == null ? 'NORMAL' : 'FIFO',
    tag: null,
    messageGroup: null,
    keys: [],
    properties: {},
    bodyEncoding: 'IDENTITY',
    bornAt: new Date(),
    bornHost: 'bench',
    traceContext: null,
    deliverAt: null,
    body: BODY,
    ...fields,
  };
}

/**
 * Runs `callers` loops of `step` until the time is over; a step answers how many messages it moved, 0 = nothing left.
 */
async function measure(name: string, callers: number, step: () => Promise<number>): Promise<Figure> {
  const times: number[] = [];
  let messages = 0;
  const startedAt = performance.now();
  const endsAt = startedAt + SECONDS * 1000;
  const loop = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const at = performance.now();
      const moved = await step();
      if (moved === 0) return;
      times.push(performance.now() - at);
      messages += moved;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2));
  const figure = { name, messages, perSecond: Math.round(messages / seconds), p50Ms: at(0.5), p99Ms: at(0.99) };
  process.stdout.write(
    `${figure.name.padEnd(44)} ${String(figure.perSecond).padStart(8)} /s   p50 ${figure.p50Ms} ms   p99 ${figure.p99Ms} ms\n`,
  );
  return figure;
}

function receiveFrom(ctx: BrokerContext, names: { topic: string; group: string }): Promise<DeliveredMessage[]> {
  return receive(ctx, {
    ...names,
    batchSize: 32,
    invisibleMs: 60_000,
    autoRenew: true,
    clientId: 'bench',
    attemptId: null,
    filter: { type: 'TAG', expression: '*' },
    waitMs: 0,
  });
}

async function fill(ctx: BrokerContext, topic: string, count: number, groups = 0): Promise<void> {
  for (let sent = 0; sent < count; sent += 1000) {
    await send(ctx, {
      topic,
      messages: Array.from({ length: 1000 }, (_, index) =>
        message(groups === 0 ? {} : { messageGroup: `g${(sent + index) % groups}` }),
      ),
    });
  }
}

async function run(ctx: BrokerContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  const actor = systemActor('bench');
  await createTopic(ctx, { name: 'normal', messageType: 'NORMAL', queues: 4, actor });
  await createTopic(ctx, { name: 'fifo', messageType: 'FIFO', queues: 8, actor });
  await createGroup(ctx, { name: 'normal', actor });
  await createGroup(ctx, { name: 'failing', retryPolicy: { type: 'fixed', intervalMs: 100 }, actor });
  await createGroup(ctx, { name: 'fifo', deliveryOrder: 'ordered', actor });
  const ackAll = async (names: { topic: string; group: string }): Promise<number> => {
    const batch = await receiveFrom(ctx, names);
    await ack(ctx, { ...names, entries: batch });
    return batch.length;
  };
  figures.push(
    await measure(
      'send, 1 caller',
      1,
      async () => (await send(ctx, { topic: 'normal', messages: [message()] })).length,
    ),
  );
  figures.push(
    await measure(
      'send, 32 callers',
      32,
      async () => (await send(ctx, { topic: 'normal', messages: [message()] })).length,
    ),
  );
  figures.push(
    await measure(
      'send batches of 100, 4 callers',
      4,
      async () => (await send(ctx, { topic: 'normal', messages: Array.from({ length: 100 }, () => message()) })).length,
    ),
  );
  await fill(ctx, 'normal', 200_000);
  figures.push(await measure('receive 32 + ack, 1 caller', 1, () => ackAll({ topic: 'normal', group: 'normal' })));
  figures.push(await measure('receive 32 + ack, 8 callers', 8, () => ackAll({ topic: 'normal', group: 'normal' })));
  const failing = { topic: 'normal', group: 'failing' };
  await fill(ctx, 'normal', 100_000);
  figures.push(
    await measure('first failure -> waiting, 4 callers', 4, async () => {
      const batch = await receiveFrom(ctx, failing);
      await Promise.all(
        batch.map(({ receiptHandle, messageId }) =>
          fail(ctx, { ...failing, receiptHandle, messageId, clientId: 'bench' }),
        ),
      );
      return batch.length;
    }),
  );
  figures.push(await measure('retries + new: receive 32 + ack, 4 callers', 4, () => ackAll(failing)));
  await fill(ctx, 'fifo', 100_000, 1000);
  figures.push(
    await measure('FIFO, 1 000 keys: receive 32 + ack, 8 callers', 8, () => ackAll({ topic: 'fifo', group: 'fifo' })),
  );
  return figures;
}

const directory = mkdtempSync(join(tmpdir(), 'redrive-bench-'));
const server = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: false });
try {
  await migrate(server.url);
  const store = createStore({ databaseUrl: server.url, brokerPoolMax: 16, consolePoolMax: 4 });
  const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };
  const ctx = await createBrokerContext({
    store,
    log: quiet,
    metrics: { count: () => undefined, observe: () => undefined },
  });
  const workers = startWorkers(ctx);
  const figures = await run(ctx);
  await workers.stop();
  await store.close();
  mkdirSync('bench/results', { recursive: true });
  writeFileSync(
    'bench/results/broker.json',
    `${JSON.stringify({ node: process.version, seconds: SECONDS, figures }, null, 2)}\n`,
  );
} finally {
  await server.release();
  rmSync(directory, { recursive: true, force: true });
}
