/**
 * What an SQL filter that lets 1 % through gets past, in messages of the log per second: unordered, and ordered with
 * 1,000 keys. `node --import tsx bench/filter.ts`. On a busy machine only the ratio of two trees, run in turns, says
 * anything.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ack, type BrokerContext, createBrokerContext, createGroup, createTopic, receive, send } from '../lib/broker';
import { systemActor } from '../lib/model/actor';
import type { OutgoingMessage } from '../lib/model/message';
import { startEmbeddedPostgres } from '../lib/runtime/postgres/start';
import { createStore } from '../lib/store/client';
import { migrate } from '../lib/store/migrate';

const CALLERS = 4;
const KEYS = 1_000;
const WANTED_PART = 7;
const actor = systemActor('bench');
const filter = { type: 'SQL', expression: `part = ${WANTED_PART} AND region = 'eu'` } as const;

const partOf = (index: number): number => Math.floor(index / 3) % 100;

function message(index: number, ordered: boolean): OutgoingMessage {
  return {
    messageId: `bench-${ordered}-${index}`,
    messageType: ordered ? 'FIFO' : 'NORMAL',
    tag: 'T',
    messageGroup: ordered ? `key-${index % KEYS}` : null,
    keys: [],
    properties: { part: String(partOf(index)), region: 'eu', note: 'something else' },
    bodyEncoding: 'IDENTITY',
    bornAt: new Date(),
    bornHost: 'bench',
    traceContext: null,
    deliverAt: null,
    body: Buffer.alloc(1_000, 'x'),
  };
}

async function run(ctx: BrokerContext, ordered: boolean, count: number): Promise<void> {
  const name = ordered ? 'ordered' : 'unordered';
  await createTopic(ctx, { name, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 4, actor });
  await createGroup(ctx, { name, deliveryOrder: ordered ? 'ordered' : 'concurrent', actor });
  for (let from = 0; from < count; from += 500) {
    const messages = Array.from({ length: 500 }, (_, index) => message(from + index, ordered));
    await send(ctx, { topic: name, messages });
  }
  let matched = 0;
  let tookMs = 0;
  const wanted = Array.from({ length: count }, (_, index) => index).filter(
    (index) => partOf(index) === WANTED_PART,
  ).length;
  const startedAt = performance.now();
  const caller = async (clientId: string): Promise<void> => {
    while (matched < wanted) {
      const entries = await receive(ctx, {
        group: name,
        topic: name,
        batchSize: 32,
        invisibleMs: 60_000,
        autoRenew: false,
        clientId,
        attemptId: null,
        filter,
        waitMs: 500,
      });
      if (entries.length > 0) await ack(ctx, { group: name, topic: name, entries });
      matched += entries.length;
      if (matched >= wanted) tookMs ||= performance.now() - startedAt;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, index) => caller(`c${index}`)));
  const perSecond = Math.round((count * 1000) / tookMs);
  process.stdout.write(`${name.padEnd(10)} ${perSecond} /s past the filter, ${matched} of ${count} matched\n`);
}

const directory = mkdtempSync(join(tmpdir(), 'redrive-bench-'));
const postgres = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: false });
try {
  await migrate(postgres.url);
  const store = createStore({ databaseUrl: postgres.url, brokerPoolMax: 8, consolePoolMax: 2 });
  const silent = (): void => undefined;
  const ctx = await createBrokerContext({
    store,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    metrics: { count: silent, observe: silent },
  });
  await run(ctx, false, Number(process.env['BENCH_UNORDERED'] ?? '60000'));
  await run(ctx, true, Number(process.env['BENCH_ORDERED'] ?? '10000'));
  await store.close();
} finally {
  await postgres.release();
  rmSync(directory, { recursive: true, force: true });
}
