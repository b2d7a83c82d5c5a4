import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import type { RuleFields } from '../../model/alarm/defaults';
import type { DeliveredMessage } from '../../model/message';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { flushHistory } from '../history/flush';
import { rollUpHistory } from '../history/roll-up';
import { sampleHistory } from '../history/sample';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { findSetting } from '../setting/find';
import { beat } from '../throttle/beat';
import { createAlarmRule } from './edit-rule';
import { evaluateAlarms } from './evaluate';
import { previewRule } from './preview';

const STEP_MS = 10_000;
const HOUR = 3_600_000;
const actor = systemActor('test');
const why = { reason: 'test', actor };

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());
beforeEach(async () => {
  await db().query('TRUNCATE alarm_rule, alarm_incident, alarm_channel CASCADE');
  broker.clock.advance(HOUR);
});

const db = () => broker.database.store.console;
const BASE: Omit<RuleFields, 'watch' | 'threshold' | 'clearBelow'> = {
  ...{ subject: null, windowMs: 0, forMs: 0, clearForMs: 0, severity: 'warning', onUnknown: 'hold' },
  ...{ unknownForMs: 30_000, repeatMs: 0, channelIds: null, enabled: true },
};
type Rule = Pick<RuleFields, 'watch' | 'threshold' | 'clearBelow'> & Partial<RuleFields>;

/** Of each watch of a group a rule that something ordinary sets off. */
const RULES: readonly Rule[] = [
  { watch: 'backlog', threshold: 4, clearBelow: 2, forMs: 20_000, clearForMs: 20_000 },
  { watch: 'oldest-age', threshold: 40, clearBelow: 20 },
  { watch: 'lag-growth', threshold: 3, clearBelow: 1, windowMs: 30_000, onUnknown: 'fire' },
  { watch: 'time-to-drain', threshold: 600, clearBelow: 300, windowMs: 30_000, forMs: 10_000 },
  { watch: 'deaths', threshold: 2, clearBelow: 1, windowMs: 60_000 },
  { watch: 'deaths-due', threshold: 2, clearBelow: 1, windowMs: HOUR, onUnknown: 'ignore', forMs: 20_000 },
  { watch: 'amplification', threshold: 1.5, clearBelow: 1.2, windowMs: 60_000 },
  { watch: 'no-consumer', threshold: 20, clearBelow: 1 },
  { watch: 'expiring-dead-letters', threshold: 2, clearBelow: 2, windowMs: 24 * HOUR },
];

interface Tick {
  readonly sampled?: boolean;
  readonly evaluated?: boolean;
  readonly consumers?: number;
}

async function tick(at: Scene, { sampled = true, evaluated = true, consumers = 1 }: Tick = {}): Promise<void> {
  broker.clock.advance(STEP_MS);
  const consumersByGroup = new Map(consumers === 0 ? [] : [[at.group, consumers]]);
  await beat(broker.ctx, { consumersByGroup, pushClients: [] });
  await flushHistory(broker.ctx);
  if (sampled) await sampleHistory(broker.ctx);
  if (evaluated) expect(await evaluateAlarms(broker.ctx)).not.toBeNull();
}

interface Firing {
  readonly fromMs: number;
  readonly untilMs: number | null;
}

async function incidents(subject: string, watch: string): Promise<Firing[]> {
  const { rows } = await db().query<{ firedAt: Date; resolvedAt: Date | null }>(
    `SELECT fired_at AS "firedAt", resolved_at AS "resolvedAt" FROM alarm_incident WHERE subject = $1 AND watch = $2 ORDER BY fired_at`,
    [subject, watch],
  );
  return rows.map(({ firedAt, resolvedAt }) => ({
    fromMs: firedAt.getTime(),
    untilMs: resolvedAt?.getTime() ?? null,
  }));
}

/** What the preview says; a step stands for the moment at its end, the alarm looked when it began. */
async function previewed(rule: RuleFields): Promise<Firing[] | null> {
  const { firings } = await previewRule(broker.ctx, rule);
  return (
    firings?.map(({ fromMs, untilMs }) => ({
      fromMs: fromMs - STEP_MS,
      untilMs: untilMs === null ? null : untilMs - STEP_MS,
    })) ?? null
  );
}

/** Read when an alarm looks, and kept when levels are: the two are the same as long as levels are read. */
const READ_LIVE: ReadonlySet<string> = new Set(['no-consumer', 'deaths-due', 'expiring-dead-letters']);

const happening = fc.record({
  do: fc.constantFrom('send', 'send', 'ack', 'ack', 'fail', 'fail', 'nothing'),
  count: fc.integer({ min: 1, max: 3 }),
  sampled: fc.integer({ min: 0, max: 9 }).map((dice) => dice > 1),
  consumers: fc.constantFrom(0, 0, 1),
  /** Nobody looks for so many steps, as when the broker is down. */
  down: fc.integer({ min: 0, max: 19 }).map((dice) => Math.max(0, dice - 16) * 4),
});

test('the preview of a rule says what the alarm of the same rule did, whatever happened', async () => {
  let compared = 0;
  let fired = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(happening, { minLength: 25, maxLength: 45, size: 'max' }),
      async (gaps, all) => {
        await db().query('TRUNCATE alarm_rule, alarm_incident CASCADE');
        const at = await Scene.open(broker, { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 15_000 } });
        await at.push();
        await keep(30);
        // Every number is known, and quiet, when the rules are made.
        for (let step = 0; step < 5; step += 1) await tick(at);
        const watched = RULES.filter(({ watch }) => !gaps || !READ_LIVE.has(watch));
        const rules = watched.map((rule): RuleFields => ({ ...BASE, ...rule, subject: at.group }));
        for (const rule of rules) await createAlarmRule(broker.ctx, rule, why);
        for (const each of all) {
          await happen(at, each.do, each.count);
          for (let step = 0; step < each.down; step += 1) broker.clock.advance(STEP_MS);
          await tick(at, { ...each, sampled: !gaps || each.sampled });
        }
        broker.clock.advance(STEP_MS);
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
    { numRuns: Number(process.env['REDRIVE_MODEL_RUNS'] ?? '4'), endOnFailure: true },
  );
  expect(compared).toBeGreaterThan(20);
  expect(fired).toBeGreaterThan(10);
}, 240_000);

async function keep(keepHours: number | null): Promise<void> {
  const { version } = await findSetting(broker.ctx, 'dead-letter-retention');
  await setDeadLetterRetention(broker.ctx, { keepHours, version, mayRemove: 1e9, actor });
  await broker.ctx.settings.refresh('dead-letter-retention');
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

test('while a re-drive moves a number neither the alarm nor the preview fires, for each number it moves; then both do', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await at.sendMany(4);
  for (const message of await at.push()) await at.fail(message);
  const rules = RULES.filter(({ watch }) => ['backlog', 'oldest-age', 'lag-growth'].includes(watch)).map(
    (rule): RuleFields => ({ ...BASE, ...rule, forMs: 0, subject: at.group, windowMs: rule.windowMs ?? 0 }),
  );
  for (let step = 0; step < 4; step += 1) await tick(at);
  for (const rule of rules) await createAlarmRule(broker.ctx, rule, why);
  await startRedrive(broker.ctx, { group: at.group, all: true, reason: 'fixed', actor });
  await stepRedrives(broker.ctx);
  for (let step = 0; step < 5; step += 1) {
    await tick(at);
    expect((await db().query('SELECT 1 FROM alarm_incident')).rowCount).toBe(0);
  }
  for (let step = 0; step < 3; step += 1) await tick(at);
  broker.clock.advance(STEP_MS);
  for (const rule of rules) {
    const real = await incidents(at.group, rule.watch);
    expect({ watch: rule.watch, firings: await previewed(rule) }).toEqual({ watch: rule.watch, firings: real });
    // What grew for the re-drive alone is over before it may fire.
    expect(real).toHaveLength(rule.watch === 'lag-growth' ? 0 : 1);
  }
});

test('the broker: what its alarm saw when levels were not read; refused sends: also while nothing is sent any more', async () => {
  const at = await Scene.open(broker);
  await at.sendMany(1);
  const health: RuleFields = { ...BASE, watch: 'broker-health', threshold: 60, clearBelow: 1 };
  const refused: RuleFields = { ...BASE, watch: 'refused', threshold: 50, clearBelow: 10, windowMs: 60_000 };
  for (const rule of [health, { ...refused, subject: at.topic }]) await createAlarmRule(broker.ctx, rule, why);
  await tick(at);
  broker.ctx.meter.count('redrive_throttled_requests_total', { limit: 'send-queue', topic: at.topic }, 9);
  for (let step = 0; step < 12; step += 1) await tick(at);
  for (let step = 0; step < 9; step += 1) await tick(at, { sampled: false });
  await tick(at);
  broker.clock.advance(STEP_MS);
  const unwell = await incidents('broker', 'broker-health');
  expect(unwell).toHaveLength(1);
  expect(await previewed(health)).toEqual(unwell);
  const refusals = await incidents(at.topic, 'refused');
  expect(refusals).toMatchObject([{ untilMs: expect.any(Number) as number }]);
  expect(await previewed({ ...refused, subject: at.topic })).toEqual(refusals);
});

test('what was before the figures were kept is unknown, not "0 times"', async () => {
  const at = await Scene.open(broker, { maxRetries: 1 });
  await at.push();
  for (let step = 0; step < 3; step += 1) await tick(at);
  // As a broker had it before these levels were recorded.
  await db().query('UPDATE group_sample SET deaths_due = NULL, expiring = NULL, consumers = NULL');
  await db().query('DELETE FROM alarm_sample');
  const rule: RuleFields = { ...BASE, subject: at.group, watch: 'deaths-due', threshold: 1, clearBelow: 1 };
  const due = { ...rule, windowMs: HOUR };
  expect(await previewRule(broker.ctx, due)).toMatchObject({
    firings: null,
    knownFromMs: null,
    reason: expect.stringContaining('No figures') as string,
  });
  await tick(at);
  const knownFromMs = broker.clock.nowOrNull().getTime() + STEP_MS;
  await tick(at);
  expect(await previewRule(broker.ctx, due)).toMatchObject({ firings: [], knownFromMs, reason: null });
  expect((await previewRule(broker.ctx, { ...rule, windowMs: 60_000 })).firings).toBeNull();
});

test('minutes keep what the alarms watch too', async () => {
  const at = await Scene.open(broker, { maxRetries: 1 });
  await at.push();
  broker.clock.advance(60_000 - (broker.clock.nowOrNull().getTime() % 60_000) - STEP_MS);
  for (let step = 0; step < 8; step += 1) await tick(at, { consumers: 2 });
  broker.clock.advance(60_000);
  for (let pass = 0; pass < 8; pass += 1) await rollUpHistory(broker.ctx);
  const { rows } = await db().query(
    `SELECT s.deaths_due, s.expiring, s.consumers FROM group_sample s JOIN consumer_group g USING (group_id) WHERE g.name = $1 AND s.step_s = 60 ORDER BY s.at`,
    [at.group],
  );
  expect(rows[0]).toEqual({ deaths_due: 0, expiring: 0, consumers: 2 });
});

test('a broker that is minutes old: a rule for all groups is tried on the steps that no minute is made of yet', async () => {
  const at = await Scene.open(broker);
  const other = await Scene.open(broker);
  for (const scene of [at, other]) await scene.push();
  for (const table of ['broker_sample', 'alarm_sample']) await db().query(`DELETE FROM ${table} WHERE step_s = 60`);
  await at.sendMany(5);
  for (let step = 0; step < 5; step += 1) await tick(at);
  broker.clock.advance(STEP_MS);
  const rule: RuleFields = { ...BASE, watch: 'backlog', threshold: 4, clearBelow: 2 };
  const { firings, subjects } = await previewRule(broker.ctx, rule);
  expect(subjects).toBeGreaterThan(1);
  expect(firings).toContainEqual(expect.objectContaining({ subject: at.group, untilMs: null, peak: 5 }));
});
