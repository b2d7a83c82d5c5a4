// @module-tag landing
import fc from 'fast-check';
import { expect } from 'vitest';

import { isBrokerError } from '../../model/errors';
import type { DeliveredMessage } from '../../model/message/message';
import { REDRIVE_VERDICTS, VERDICT_COUNTS } from '../../model/redrive/redrive';
import { brokerStage } from '../../testing/broker-stage';
import { crashingStore } from '../../testing/crashing-store';
import { inFull } from '../../testing/full';
import { Scene } from '../../testing/scene';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { expire } from '../delivery/expire';
import { cancelRedrive, pauseRedrive, recallRedrive, resumeRedrive } from './control';
import { listRedriveItems, readRedrive } from './read';
import { startRedrive } from './start';
import { stepRedrives } from './step';
import { eachShortFirst } from '../../testing/each-short-first';

const stage = brokerStage();
const actor = { kind: 'operator' as const, name: 'ana@example.com' };
const MESSAGES = 12;

type Step =
  | { readonly do: 'step' | 'step twice' | 'pause' | 'resume' | 'cancel' | 'recall' | 'time' | 'ack' | 'fail' }
  | { readonly do: 'killed'; readonly after: number }
  | { readonly do: 'receive'; readonly many: number }
  | { readonly do: 'start'; readonly canary: number | null; readonly careful: boolean };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<Step>({ do: 'step' }, { do: 'step twice' }) },
  { weight: 6, arbitrary: fc.nat(12).map((after): Step => ({ do: 'killed', after: after + 1 })) },
  { weight: 6, arbitrary: fc.nat(5).map((many): Step => ({ do: 'receive', many: many + 1 })) },
  { weight: 10, arbitrary: fc.constantFrom<Step>({ do: 'ack' }, { do: 'fail' }, { do: 'time' }) },
  { weight: 2, arbitrary: fc.constantFrom<Step>({ do: 'pause' }, { do: 'resume' }) },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ do: 'cancel' }, { do: 'recall' }) },
  {
    weight: 2,
    arbitrary: fc
      .record({ canary: fc.option(fc.integer({ min: 1, max: 5 })), careful: fc.boolean() })
      .map((wish): Step => ({ do: 'start', ...wish })),
  },
);

/** One group whose dead letters are re-driven again and again, by two processes of which one dies all the time. */
class RandomRedrives {
  readonly #at: Scene;
  readonly #mortal: { readonly ctx: BrokerContext; dieAfter(statements: number): void };
  readonly #held: DeliveredMessage[] = [];
  readonly runs: number[] = [];

  constructor(at: Scene, mortal: { readonly ctx: BrokerContext; dieAfter(statements: number): void }) {
    this.#at = at;
    this.#mortal = mortal;
  }

  async run(what: Step): Promise<void> {
    const { ctx, clock } = stage.broker;
    const control = { redriveId: this.runs.at(-1) ?? 0, actor, reason: 'test' };
    switch (what.do) {
      case 'step':
        await stepRedrives(ctx);
        return;
      case 'step twice':
        await Promise.all([stepRedrives(ctx), stepRedrives(ctx)]);
        return;
      case 'killed':
        this.#mortal.dieAfter(what.after);
        await stepRedrives(this.#mortal.ctx).catch((error: unknown) => {
          if (!String(error).includes('killed')) throw error;
        });
        return;
      case 'receive':
        this.#held.push(...(await this.#at.push({ batchSize: what.many })));
        return;
      case 'ack':
      case 'fail': {
        const held = this.#held.shift();
        if (held !== undefined) await (what.do === 'ack' ? this.#at.ack(held) : this.#at.fail(held).catch(refused));
        return;
      }
      case 'time':
        clock.advance(20_000);
        await expire(ctx);
        return;
      case 'start': {
        const wish = { canary: what.canary === null ? null : { count: what.canary }, ramp: null };
        await startRedrive(ctx, {
          ...{ group: this.#at.group, all: true, reason: 'test', actor, ...wish },
          ...(what.careful ? {} : { abort: null }),
        }).then(({ redriveId }) => this.runs.push(redriveId), refused);
        return;
      }
      default: {
        const verbs = { pause: pauseRedrive, resume: resumeRedrive, cancel: cancelRedrive, recall: recallRedrive };
        await verbs[what.do](ctx, control).catch(refused);
      }
    }
  }
}

function refused(error: unknown): void {
  if (!isBrokerError(error)) throw error;
}

/** Each must find nothing, at every moment. */
const INVARIANTS: readonly (readonly [string, string])[] = [
  [
    'nothing is released twice',
    `SELECT 1 FROM delivery_event WHERE cause = 're-driven'
      GROUP BY group_id, queue_id, off, generation HAVING count(*) > 1`,
  ],
  ['a message is in one place', 'SELECT 1 FROM retry r JOIN dead_letter d USING (group_id, queue_id, off)'],
  [
    'what is released is counted',
    `SELECT 1 FROM redrive r
      WHERE r.released <> (SELECT count(i.moved_at) FROM redrive_item i WHERE i.redrive_id = r.redrive_id)`,
  ],
  [
    'never more than the canary before its verdicts',
    `SELECT 1 FROM redrive r JOIN consumer_group g USING (group_id)
      WHERE r.canary IS NOT NULL AND r.released - r.round_released > CASE WHEN r.phase = 'canary' THEN r.canary
        WHEN g.delivery_order = 'ordered' THEN 2147483647
        WHEN r.canary <= (SELECT count(*) FROM delivery_event d WHERE d.redrive_id = r.redrive_id AND d.attempt = 1
          AND d.at >= r.round_at AND d.state IN ('Commit', 'WaitingRetry', 'Ready', 'DLQ'))
          THEN 2147483647 ELSE r.canary END`,
  ],
  [
    'of an ordered key one at a time',
    `SELECT 1 FROM retry r WHERE r.redrive_id IS NOT NULL AND r.mgroup IS NOT NULL
      GROUP BY r.redrive_id, r.queue_id, r.mgroup HAVING count(*) > 1`,
  ],
];

/** Of one re-drive: the parts add up to what was frozen, and are what the messages say one by one. */
async function expectWhole(redriveId: number): Promise<void> {
  const { counts } = await readRedrive(stage.broker.ctx, redriveId);
  const { items } = await listRedriveItems(stage.broker.ctx, { redriveId, limit: 100 });
  const parts = Object.fromEntries(REDRIVE_VERDICTS.map((verdict) => [verdict, counts[VERDICT_COUNTS[verdict]]]));
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(items.length);
  for (const verdict of REDRIVE_VERDICTS)
    expect([verdict, parts[verdict]]).toEqual([verdict, items.filter((item) => item.verdict === verdict).length]);
}

eachShortFirst(['concurrent', 'ordered'])(
  '%s: at every instant the parts of a re-drive add up, whichever process dies and whatever operators do',
  async (deliveryOrder) => {
    const { database, ctx, clock } = stage.broker;
    const mortal = crashingStore(database.store);
    const node = await createBrokerContext({ store: mortal.store, log: ctx.log, metrics: ctx.metrics, clock });
    const property = fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 45 }), async (steps) => {
      const at = await Scene.open(stage.broker, { deliveryOrder, maxRetries: 0 });
      for (let sent = 0; sent < MESSAGES; sent += 1)
        await at.send(deliveryOrder === 'ordered' ? { messageGroup: `key-${sent % 4}` } : {});
      for (let left = MESSAGES; left > 0; clock.advance(1)) {
        const held = await at.push();
        for (const one of held) await at.fail(one);
        left -= held.length;
      }
      await at.edit({ maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 10_000 } });
      const random = new RandomRedrives(at, { ctx: node, dieAfter: mortal.dieAfter });
      const { groupId } = await ctx.groups.find(at.group);
      for (const what of [{ do: 'start', canary: 3, careful: true } as const, ...steps]) {
        await random.run(what);
        for (const [name, statement] of INVARIANTS)
          expect([name, (await database.store.console.query(statement)).rowCount]).toEqual([name, 0]);
        for (const redriveId of random.runs.slice(-2)) await expectWhole(redriveId);
      }
      const { rows } = await database.store.console.query<{ there: number }>(
        `SELECT (SELECT count(*) FROM dead_letter WHERE group_id = $1)
              + (SELECT count(*) FROM retry WHERE group_id = $1)
              + (SELECT count(*) FROM delivery_event WHERE group_id = $1 AND state = 'Commit') AS there`,
        [groupId],
      );
      expect(Number(rows[0]?.there)).toBe(MESSAGES);
      // the open ones of this run step on in the next
      for (const redriveId of random.runs) await cancelRedrive(ctx, { redriveId, actor }).catch(refused);
    });
    await fc.assert(property, { numRuns: inFull(6, 60) });
  },
  600_000,
);
