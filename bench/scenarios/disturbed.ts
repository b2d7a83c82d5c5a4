import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import {
  type BrokerContext,
  createGroup,
  createTopic,
  pauseRedrive,
  readRedrive,
  resumeRedrive,
  startRedrive,
} from '../../lib/broker';
import { systemActor } from '../../lib/model/audit/actor';
import { withAdmin } from '../../lib/testing/admin-connection';
import { letterStorm } from '../../lib/testing/letter-storm';
import { type Bench, REDRIVE } from '../bench';
import type { Samples } from '../samples';
import type { RowPlan, Scenario } from '../scenario';
import type { RedriveTarget } from '../targets/redrive';

const CALLERS = 64;
const WARMUP = 0.5;
const LETTERS = 100_000;
const START_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 100;
const NORMAL = 'nothing else going on';
const HELD = 'while a snapshot is held';
const REDRIVING = 'while a re-drive runs';
/** No trial of a few letters first. */
const AT_ONCE = { canary: null, ramp: null, abort: null };
const actor = systemActor('bench');

const plan = (redrive: string, work: string): RowPlan => ({
  work: `gRPC sent, received and acked, ${CALLERS} callers: ${work}`,
  figure: 'perSecond',
  unit: '/s',
  better: 'higher',
  redrive,
  against: NORMAL,
  goal: 0.8,
});

export const disturbed: Scenario = {
  name: 'Disturbances',
  rows: [plan(REDRIVING, `${LETTERS} dead letters are re-driven`), plan(HELD, 'one snapshot is held open')],
  sharesBrokers: true,
  measure: async (bench, samples) => {
    const target = await bench.target(REDRIVE);
    const names = { topic: bench.fresh('mixed'), group: bench.fresh('mixed') };
    await target.createTopic(names.topic, 'NORMAL', 4);
    await target.createGroup(names.group, {});
    const run = async (side: string): Promise<void> =>
      void (await bench.measure(samples, side, target, 'mixed', { ...names, callers: CALLERS, warmup: WARMUP }));
    await bench.load(target.port, 'mixed', { ...names, callers: CALLERS, seconds: 2 });
    await besideRedrive(bench, samples, target, run);
    await besideSnapshot(bench, target, names, run);
  },
};

/** One re-drive, paced so that it lasts for all rounds, and paused for every other one. */
async function besideRedrive(
  bench: Bench,
  samples: Samples,
  { ctx, databaseUrl }: RedriveTarget,
  run: (side: string) => Promise<void>,
): Promise<void> {
  const { rounds, seconds } = bench.options;
  const names = { topic: bench.fresh('letters'), group: bench.fresh('letters') };
  await createTopic(ctx, { name: names.topic, messageType: 'NORMAL', queues: 1, actor });
  await createGroup(ctx, { name: names.group, actor });
  await withAdmin(databaseUrl, (db) => letterStorm(db, { ...names, letters: LETTERS, texts: 20, named: true }));
  const ratePerSecond = Math.ceil(LETTERS / (rounds * (seconds + WARMUP + 1)));
  const at = { reason: 'bench', actor };
  const { redriveId } = await startRedrive(ctx, { ...at, group: names.group, all: true, ...AT_ONCE, ratePerSecond });
  await pauseRedrive(ctx, { ...at, redriveId });
  for (let round = 0; round < rounds; round += 1) {
    await run(NORMAL);
    await resumeRedrive(ctx, { ...at, redriveId });
    const before = await releasedOf(ctx, redriveId);
    const waitsUntil = performance.now() + START_LIMIT_MS;
    while ((await releasedOf(ctx, redriveId)) === before) {
      if (performance.now() > waitsUntil) throw new Error('no dead letter is re-driven');
      await sleep(LOOK_EVERY_MS);
    }
    await run(REDRIVING);
    bench.say(`  ${(await releasedOf(ctx, redriveId)) - before} dead letters were re-driven in this round`);
    if (round < rounds - 1) await pauseRedrive(ctx, { ...at, redriveId });
  }
  samples.add(REDRIVING, { released: await releasedOf(ctx, redriveId) });
}

async function releasedOf(ctx: BrokerContext, redriveId: number): Promise<number> {
  return (await readRedrive(ctx, redriveId)).counts.released;
}

async function besideSnapshot(
  bench: Bench,
  target: RedriveTarget,
  names: { readonly topic: string; readonly group: string },
  run: (side: string) => Promise<void>,
): Promise<void> {
  const { rounds, seconds, heldSeconds } = bench.options;
  const holder = new pg.Client({ connectionString: target.databaseUrl });
  await holder.connect();
  try {
    await holder.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await holder.query('SELECT count(*) FROM lease');
    // The same load goes on; only its last rounds count.
    const before = heldSeconds - rounds * (seconds + WARMUP);
    if (before > 0) await bench.load(target.port, 'mixed', { ...names, callers: CALLERS, seconds: before, warmup: 0 });
    for (let round = 0; round < rounds; round += 1) await run(HELD);
    await holder.query('COMMIT');
  } finally {
    await holder.end();
  }
}
