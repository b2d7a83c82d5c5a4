import { expect, test } from 'vitest';

import type { RuleFields } from '../../model/alarm/defaults';
import { BASE, previewStage, RULES, STEP_MS } from '../../testing/alarm-previews';
import { Scene } from '../../testing/scene';
import { rollUpHistory } from '../history/roll-up';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { createAlarmRule } from './edit-rule';
import { previewRule } from './preview';

const HOUR = 3_600_000;
const { stage, db, actor, tick, incidents, previewed } = previewStage();
const why = { reason: 'test', actor };

test('while a re-drive moves a number neither the alarm nor the preview fires, for each number it moves; then both do', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  await at.sendMany(4);
  for (const message of await at.push()) await at.fail(message);
  const rules = RULES.filter(({ watch }) => ['backlog', 'oldest-age', 'lag-growth'].includes(watch)).map(
    (rule): RuleFields => ({ ...BASE, ...rule, forMs: 0, subject: at.group, windowMs: rule.windowMs ?? 0 }),
  );
  for (let step = 0; step < 4; step += 1) await tick(at);
  for (const rule of rules) await createAlarmRule(stage.broker.ctx, rule, why);
  await startRedrive(stage.broker.ctx, { group: at.group, all: true, reason: 'fixed', actor });
  await stepRedrives(stage.broker.ctx);
  for (let step = 0; step < 5; step += 1) {
    await tick(at);
    expect((await db().query('SELECT 1 FROM alarm_incident')).rowCount).toBe(0);
  }
  for (let step = 0; step < 3; step += 1) await tick(at);
  stage.broker.clock.advance(STEP_MS);
  for (const rule of rules) {
    const real = await incidents(at.group, rule.watch);
    expect({ watch: rule.watch, firings: await previewed(rule) }).toEqual({ watch: rule.watch, firings: real });
    // What grew for the re-drive alone is over before it may fire.
    expect(real).toHaveLength(rule.watch === 'lag-growth' ? 0 : 1);
  }
});

test('the broker: what its alarm saw when levels were not read; refused sends: also while nothing is sent any more', async () => {
  const at = await Scene.open(stage.broker);
  await at.sendMany(1);
  const health: RuleFields = { ...BASE, watch: 'broker-health', threshold: 60, clearBelow: 1 };
  const refused: RuleFields = { ...BASE, watch: 'refused', threshold: 50, clearBelow: 10, windowMs: 60_000 };
  for (const rule of [health, { ...refused, subject: at.topic }]) await createAlarmRule(stage.broker.ctx, rule, why);
  await tick(at);
  stage.broker.ctx.meter.count('redrive_throttled_requests_total', { limit: 'send-queue', topic: at.topic }, 9);
  for (let step = 0; step < 12; step += 1) await tick(at);
  for (let step = 0; step < 9; step += 1) await tick(at, { sampled: false });
  await tick(at);
  stage.broker.clock.advance(STEP_MS);
  const unwell = await incidents('broker', 'broker-health');
  expect(unwell).toHaveLength(1);
  expect(await previewed(health)).toEqual(unwell);
  const refusals = await incidents(at.topic, 'refused');
  expect(refusals).toMatchObject([{ untilMs: expect.any(Number) as number }]);
  expect(await previewed({ ...refused, subject: at.topic })).toEqual(refusals);
});

test('what was before the figures were kept is unknown, not "0 times"', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 1 });
  await at.push();
  for (let step = 0; step < 3; step += 1) await tick(at);
  // As a broker had it before these levels were recorded.
  await db().query('UPDATE group_sample SET deaths_due = NULL, expiring = NULL, consumers = NULL');
  await db().query('DELETE FROM alarm_sample');
  const rule: RuleFields = { ...BASE, subject: at.group, watch: 'deaths-due', threshold: 1, clearBelow: 1 };
  const due = { ...rule, windowMs: HOUR };
  expect(await previewRule(stage.broker.ctx, due)).toMatchObject({
    firings: null,
    knownFromMs: null,
    reason: expect.stringContaining('No figures') as string,
  });
  await tick(at);
  const knownFromMs = stage.broker.clock.nowOrNull().getTime() + STEP_MS;
  await tick(at);
  expect(await previewRule(stage.broker.ctx, due)).toMatchObject({ firings: [], knownFromMs, reason: null });
  expect((await previewRule(stage.broker.ctx, { ...rule, windowMs: 60_000 })).firings).toBeNull();
});

test('minutes keep what the alarms watch too', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 1 });
  await at.push();
  stage.broker.clock.advance(60_000 - (stage.broker.clock.nowOrNull().getTime() % 60_000) - STEP_MS);
  for (let step = 0; step < 8; step += 1) await tick(at, { consumers: 2 });
  stage.broker.clock.advance(60_000);
  for (let pass = 0; pass < 8; pass += 1) await rollUpHistory(stage.broker.ctx);
  const { rows } = await db().query(
    `SELECT s.deaths_due, s.expiring, s.consumers FROM group_sample s JOIN consumer_group g USING (group_id) WHERE g.name = $1 AND s.step_s = 60 ORDER BY s.at`,
    [at.group],
  );
  expect(rows[0]).toEqual({ deaths_due: 0, expiring: 0, consumers: 2 });
});

test('a broker that is minutes old: a rule for all groups is tried on the steps that no minute is made of yet', async () => {
  const at = await Scene.open(stage.broker);
  const other = await Scene.open(stage.broker);
  for (const scene of [at, other]) await scene.push();
  for (const table of ['broker_sample', 'alarm_sample']) await db().query(`DELETE FROM ${table} WHERE step_s = 60`);
  await at.sendMany(5);
  for (let step = 0; step < 5; step += 1) await tick(at);
  stage.broker.clock.advance(STEP_MS);
  const rule: RuleFields = { ...BASE, watch: 'backlog', threshold: 4, clearBelow: 2 };
  const { firings, subjects } = await previewRule(stage.broker.ctx, rule);
  expect(subjects).toBeGreaterThan(1);
  expect(firings).toContainEqual(expect.objectContaining({ subject: at.group, untilMs: null, peak: 5 }));
});
