// @module-tag landing
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { crashingStore, type CrashingStore } from '../../testing/crashing-store';
import { inFull } from '../../testing/full';
import { Scene } from '../../testing/scene';
import { deadLetterCountFold } from '../../store/queries/dead-letter/dead-letter-count';
import { discardedExpire } from '../../store/queries/dead-letter/discarded-letter';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { recallRedrive } from '../redrive/control';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { expireDeadLetters } from '../retention/expire-dead-letters';
import { acceptLetters } from './accept';
import { discardLetters } from './discard';
import { extendLetters } from './extend';
import { holdLetters } from './hold';
import { stepLetterJobs } from './letter-job';
import { releaseLetters } from './release';
import { restoreLetters } from './restore';

const HOUR = 3_600_000;
const RUNS = inFull(6, 60);
const actor = systemActor('test');
const WHAT = [
  'die',
  'die',
  'consume',
  'redrive',
  'step',
  'recall',
  'discard',
  'discard',
  'restore',
  'hold',
  'release',
  'extend',
  'accept',
  'expire',
  'forget',
  'work',
  'fold',
] as const;

/** What is done at once; a crash ends the process of the first after so many statements. */
const moment = fc.record({
  what: fc.array(fc.record({ do: fc.constantFrom(...WHAT), some: fc.nat(5) }), { minLength: 1, maxLength: 3 }),
  crash: fc.option(fc.nat(14), { nil: null, freq: 2 }),
});
type Work = { readonly do: (typeof WHAT)[number]; readonly some: number };

/** Beside what chance plays: each of the four places, and a process that is killed. */
const EACH_PLACE: Work[] = [
  { do: 'die', some: 5 },
  { do: 'redrive', some: 4 },
  { do: 'step', some: 0 },
  { do: 'discard', some: 3 },
  { do: 'work', some: 0 },
  { do: 'expire', some: 5 },
];
const example = [
  ...EACH_PLACE.map((each) => ({ what: [each], crash: null })),
  { what: [{ do: 'die' as const, some: 5 }], crash: 1 },
];

let broker: TestBroker;
let doomed: CrashingStore;
/** Two processes: the first may be killed. */
let nodes: [BrokerContext, BrokerContext];
beforeAll(async () => {
  broker = await createTestBroker();
  const { store } = broker.database;
  const { log, metrics } = broker.ctx;
  doomed = crashingStore(store);
  nodes = [await createBrokerContext({ store: doomed.store, log, metrics, clock: broker.clock }), broker.ctx];
  await setDeadLetterRetention(broker.ctx, { keepHours: 10, version: 0, mayRemove: 0, actor });
});
afterAll(() => broker.close());

/** Everything that ever entered the dead letters of a group is in one of four places. */
async function places(group: string) {
  const { rows } = await broker.database.store.console.query<
    Record<'entered' | 'redriven' | 'discarded' | 'expired' | 'remaining' | 'counted' | 'twice', number>
  >(
    `SELECT (SELECT count(*)::int FROM delivery_event e WHERE e.group_id = g.group_id AND e.state = 'DLQ') AS entered,
            (SELECT count(*)::int FROM delivery_event e WHERE e.group_id = g.group_id AND e.cause = 're-driven') AS redriven,
            (SELECT count(*)::int FROM discarded_letter o WHERE o.group_id = g.group_id)
            + (SELECT count(*)::int FROM expired_letter x WHERE x.group_id = g.group_id AND x.discard_job IS NOT NULL) AS discarded,
            (SELECT count(*)::int FROM expired_letter x WHERE x.group_id = g.group_id AND x.discard_job IS NULL) AS expired,
            (SELECT count(*)::int FROM dead_letter d WHERE d.group_id = g.group_id) AS remaining,
            (SELECT coalesce(sum(c.letters), 0)::int FROM dead_letter_count c WHERE c.group_id = g.group_id) AS counted,
            (SELECT count(*)::int FROM (SELECT group_id, queue_id, off FROM dead_letter UNION ALL
              SELECT group_id, queue_id, off FROM discarded_letter UNION ALL SELECT group_id, queue_id, off FROM retry) p
              WHERE p.group_id = g.group_id) - (SELECT count(*)::int FROM (SELECT group_id, queue_id, off FROM dead_letter
              UNION SELECT group_id, queue_id, off FROM discarded_letter UNION SELECT group_id, queue_id, off FROM retry) p
              WHERE p.group_id = g.group_id) AS twice
       FROM consumer_group g WHERE g.name = $1`,
    [group],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no group ${group}`);
  return row;
}

async function work(at: Scene, ctx: BrokerContext, { do: what, some }: Work): Promise<void> {
  const db = broker.database.store.console;
  const group = at.group;
  const letters = await db.query<{ id: number }>(
    `SELECT dead_letter_id AS id FROM dead_letter d JOIN consumer_group g USING (group_id)
      WHERE g.name = $1 AND dead_letter_id % 6 >= $2 ORDER BY 1`,
    [group, some],
  );
  const chosen = { group, deadLetterIds: letters.rows.map(({ id }) => id), reason: 'random', actor };
  switch (what) {
    case 'die':
      await at.sendMany(some + 1);
      for (const message of await at.push()) await at.fail(message);
      return;
    case 'consume':
      return void (await at.ack(...(await at.push({ batchSize: some + 1 }))));
    case 'redrive':
      return void (await startRedrive(ctx, chosen));
    case 'step':
      return void (await stepRedrives(ctx));
    case 'recall': {
      const open = await db.query<{ id: number }>(
        `SELECT redrive_id AS id FROM redrive r JOIN consumer_group g USING (group_id) WHERE g.name = $1 ORDER BY 1 DESC LIMIT 1`,
        [group],
      );
      const [newest] = open.rows;
      if (newest !== undefined) await recallRedrive(ctx, { redriveId: newest.id, actor });
      return;
    }
    case 'discard':
      return void (await discardLetters(ctx, chosen));
    case 'restore':
      return void (await restoreLetters(ctx, { group, all: true, reason: '', actor }));
    case 'hold':
      return void (await holdLetters(ctx, chosen));
    case 'release':
      return void (await releaseLetters(ctx, chosen));
    case 'extend':
      return void (await extendLetters(ctx, {
        ...chosen,
        until: new Date(broker.clock.nowOrNull().getTime() + 12 * HOUR),
      }));
    case 'accept':
      return void (await acceptLetters(ctx, chosen));
    case 'expire':
      broker.clock.advance(some * 4 * HOUR);
      return void (await expireDeadLetters(ctx, { batchLetters: 3 }));
    case 'forget':
      broker.clock.advance(some * 40 * HOUR);
      return void (await discardedExpire(ctx.store.console, broker.clock.nowOrNull(), some + 1));
    case 'work':
      return void (await stepLetterJobs(ctx));
    case 'fold':
      return void (await deadLetterCountFold(ctx.store.console, some + 1));
  }
}

test(
  'entered = redriven + discarded + expired + remaining, at every instant and wherever a process is killed',
  async () => {
    const seen = { discarded: 0, expired: 0, redriven: 0, killed: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(moment, { minLength: 10, maxLength: 25, size: 'max' }), async (moments) => {
        const at = await Scene.open(broker, { maxRetries: 0 });
        await work(at, nodes[1], { do: 'die', some: 5 });
        for (const { what, crash } of moments) {
          doomed.dieAfter(crash ?? Number.POSITIVE_INFINITY);
          // Commands without work, and killed ones, end with an error.
          await Promise.allSettled(what.map((each, index) => work(at, nodes[index === 0 ? 0 : 1], each)));
          if (doomed.isDead()) seen.killed += 1;
          doomed.dieAfter(Number.POSITIVE_INFINITY);
          const { entered, redriven, discarded, expired, remaining, counted, twice } = await places(at.group);
          const sum = redriven + discarded + expired + remaining;
          expect({ sum, counted, twice }).toEqual({ sum: entered, counted: remaining, twice: 0 });
        }
        const end = await places(at.group);
        seen.discarded += end.discarded;
        seen.expired += end.expired;
        seen.redriven += end.redriven;
      }),
      { numRuns: RUNS + 1, endOnFailure: true, examples: [[example]] },
    );
    // The runs did what they are about.
    expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
  },
  RUNS * 20_000,
);
