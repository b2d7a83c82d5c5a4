/**
 * Steady traffic for a while: `npm run soak -- --minutes 60`. Memory, open files, connections and tables must stay on
 * the level that they reach: retention is shortened, so that as much leaves the log as comes. Writes
 * chaos/results/last-soak.json and .svg, with --record soak.json and .svg and the page. Ends with 1 when something
 * grows, or when anything was lost or doubled.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { BrokerContext } from '../../lib/broker';
import { prune } from '../../lib/broker/retention/prune';
import { createStore } from '../../lib/store/client';
import { Random } from '../../lib/testing/random';
import { consume } from '../clients/consumer';
import { send } from '../clients/sender';
import { Database } from '../database';
import { History } from '../history';
import { Node } from '../nodes';
import { keepRedriving } from '../operator';
import { ledger, orders, prepare } from '../scene';
import { Tally } from '../tally';
import { writePage } from '../write-page';
import { flatnessOf } from './flat';
import { toSvg } from './graph';
import type { SoakRecord } from './record';
import { type Sample, takeSample } from './sample';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    record: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('npm run soak -- [--minutes 60] [--seed 1] [--record]');

const CONSUMERS = 4;
const PAUSE_MS = 25;
const SAMPLES = 120;
const RETENTION = { retentionMs: 150_000, segmentMs: 30_000 };
/**
 * What is not delivered within the retention is gone, as it should be, and would look lost: on a busy machine senders
 * wait before that, and the retention is longer than a standstill.
 */
const MAX_UNTOUCHED = 2000;
const PRUNE_EVERY_MS = 2000;
const DRAIN_LIMIT_MS = 120_000;
const RESULTS = join('chaos', 'results');

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function keepPruning(ctx: BrokerContext, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    try {
      while ((await prune(ctx, RETENTION)).more);
    } catch (error) {
      // As in the broker: a busy machine may have no connection in time, and the next round takes it all.
      say(`pruned later: ${error instanceof Error ? error.message : String(error)}`);
    }
    await sleep(PRUNE_EVERY_MS);
  }
}

const random = new Random(Number(values.seed));
const [history, tally] = [new History(), new Tally()];
const database = await Database.start();
const nodes = [
  await Node.start(database.proxy.url, database.directory),
  await Node.start(database.proxy.url, database.directory),
];
const store = createStore({ databaseUrl: database.postgres.url, brokerPoolMax: 2, consolePoolMax: 2 });
const samples: Sample[] = [];
try {
  const ctx = await prepare(store);
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt > minutes * 60_000;
  let isDrained = false;
  const common = { ports: nodes.map(({ port }) => port), history };
  const senders = [
    { name: 'order', topic: orders.topic, keys: [] },
    { name: 'entry', topic: ledger.topic, keys: Array.from({ length: 16 }, (_, key) => `account-${key}`) },
  ].map((sender) =>
    send(
      { ...common, ...sender, batch: 5, pauseMs: PAUSE_MS, maxUntouched: MAX_UNTOUCHED, random: random.fork() },
      isOver,
      () => isDrained,
    ),
  );
  const working = [
    ...[orders, ledger].flatMap((names) =>
      Array.from({ length: CONSUMERS }, () =>
        consume({ ...common, ...names, ordered: names === ledger, random: random.fork() }, () => isDrained),
      ),
    ),
    keepRedriving(ctx, orders.group, tally, () => isDrained),
    keepPruning(ctx, () => isDrained),
  ];
  const watched = { nodes: nodes.map(({ pid }) => pid), postgres: database.postgres.pid() ?? 0, db: store.console };
  while (!isOver()) {
    const sample = await takeSample(watched, startedAt).catch((error: unknown) => say(`no sample: ${String(error)}`));
    if (sample !== undefined) samples.push(sample);
    if (samples.length % 10 === 0) say(JSON.stringify(samples.at(-1)));
    await sleep((minutes * 60_000) / SAMPLES);
  }
  await Promise.all(senders);
  const drainAt = performance.now();
  const open = (): number => history.open().filter((messageId) => !history.isMaybeDone(messageId)).length;
  while (open() > 0 && performance.now() - drainAt < DRAIN_LIMIT_MS) await sleep(500);
  isDrained = true;
  await Promise.all(working);

  const flatness = flatnessOf(samples);
  const found = { lostOrStuck: open(), violations: history.violations.length };
  const result = {
    at: new Date().toISOString(),
    minutes,
    acknowledged: history.acknowledgedCount,
    deliveries: history.deliveries,
    redriven: tally.redriven,
    ...found,
    flatness,
    examples: history.violations.slice(0, 10),
  };
  mkdirSync(RESULTS, { recursive: true });
  const name = values.record ? 'soak' : 'last-soak';
  const record: SoakRecord = { ...result, samples };
  writeFileSync(join(RESULTS, `${name}.json`), `${JSON.stringify(record)}\n`);
  writeFileSync(join(RESULTS, `${name}.svg`), toSvg(samples, flatness));
  if (values.record) writePage();
  say(JSON.stringify(result, null, 2));
  process.exitCode =
    flatness.every(({ isFlat }) => isFlat) && Object.values(found).every((count) => count === 0) ? 0 : 1;
} finally {
  for (const node of nodes) await node.stop();
  await store.close();
  await database.stop();
}
