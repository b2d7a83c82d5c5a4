import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { RuleFields } from '../../model/alarm/defaults';
import type { DeliveredMessage } from '../../model/message/message';
import { BASE, previewStage, RULES, STEP_MS } from '../../testing/alarm-previews';
import { inFull } from '../../testing/full';
import { Scene } from '../../testing/scene';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { findSetting } from '../setting/find';
import { createAlarmRule } from './edit-rule';

const HOUR = 3_600_000;
const RUNS = inFull(4, 16);
const { stage, db, actor, tick, incidents, previewed } = previewStage();
const why = { reason: 'test', actor };

/** Read when an alarm looks, and kept when levels are: the two are the same as long as levels are read. */
const READ_LIVE: ReadonlySet<string> = new Set(['no-consumer', 'deaths-due', 'expiring-dead-letters']);

const happening = fc.record({
  do: fc.constantFrom('send', 'send', 'ack', 'ack', 'fail', 'fail', 'nothing'),
  count: fc.integer({ min: 1, max: 3 }),
  sampled: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 1),
  consumers: fc.constantFrom(0, 0, 1),
  /** No evaluation for so many steps, as when the broker is down. */
  down: fc.integer({ min: 0, max: 19 }).map((dice) => Math.max(0, dice - 16) * 4),
});

test(
  'the preview of a rule says what the alarm of the same rule did, whatever happened',
  { tags: ['long'], timeout: RUNS * 60_000 },
  async () => {
    let compared = 0;
    let fired = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(happening, { minLength: 25, maxLength: 45, size: 'max' }),
        async (gaps, all) => {
          await db().query('TRUNCATE alarm_rule, alarm_incident CASCADE');
          const at = await Scene.open(stage.broker, {
            maxRetries: 1,
            retryPolicy: { type: 'fixed', intervalMs: 15_000 },
          });
          await at.push();
          await keep(30);
          // Every number is known, and quiet, when the rules are made.
          for (let step = 0; step < 5; step += 1) await tick(at);
          const watched = RULES.filter(({ watch }) => !gaps || !READ_LIVE.has(watch));
          const rules = watched.map((rule): RuleFields => ({ ...BASE, ...rule, subject: at.group }));
          for (const rule of rules) await createAlarmRule(stage.broker.ctx, rule, why);
          for (const each of all) {
            await happen(at, each.do, each.count);
            for (let step = 0; step < each.down; step += 1) stage.broker.clock.advance(STEP_MS);
            await tick(at, { ...each, sampled: !gaps || each.sampled });
          }
          stage.broker.clock.advance(STEP_MS);
          for (const rule of rules) {
            const real = await incidents(at.group, rule.watch);
            const kept = await previewed(rule);
            expect({ watch: rule.watch, firings: kept }).toEqual({
              watch: rule.watch,
              firings: kept === null ? null : real,
            });
            if (kept === null) expect(real).toEqual([]);
            compared += 1;
            fired += real.length;
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(20);
    expect(fired).toBeGreaterThan(10);
  },
);

async function keep(keepHours: number | null): Promise<void> {
  const { version } = await findSetting(stage.broker.ctx, 'dead-letter-retention');
  await setDeadLetterRetention(stage.broker.ctx, { keepHours, version, mayRemove: 1e9, actor });
  await stage.broker.ctx.settings.refresh('dead-letter-retention');
}

const held = new Map<string, DeliveredMessage[]>();

async function happen(at: Scene, what: string, count: number): Promise<void> {
  if (what === 'nothing') return;
  if (what === 'send') return void (await at.sendMany(count));
  const mine = held.get(at.group) ?? [];
  held.set(at.group, mine);
  mine.push(...(await at.simple({ batchSize: count, invisibleMs: HOUR })));
  for (const message of mine.splice(0, count)) {
    if (what === 'ack') await at.ack(message);
    else await at.fail(message);
  }
}
