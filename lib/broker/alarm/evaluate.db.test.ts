import { expect, test } from 'vitest';

import { defaultRulesOf } from '../../model/alarm/defaults';
import { eventList } from '../../store/queries/alarm/alarm-incident';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { sampleHistory } from '../history/sample';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { deleteAlarmRule } from './edit-rule';
import { makeDefaultRules } from './defaults';
import { evaluateAlarms } from './evaluate';
import { alarmStage } from '../../testing/alarms';

const { stage, why, db, open, resolved, tick, scene, only, die } = alarmStage();

test('the default rules are created once: removed ones stay removed', async () => {
  expect(await makeDefaultRules(stage.broker.ctx)).toBe(defaultRulesOf('embedded').length);
  const [first] = await ruleList(db());
  if (first === undefined) throw new Error('no rule was made');
  await deleteAlarmRule(stage.broker.ctx, first.ruleId, { ...why, version: 1 });
  expect(await makeDefaultRules(stage.broker.ctx)).toBe(0);
  expect(await ruleList(db())).toHaveLength(defaultRulesOf('embedded').length - 1);
});

test('backlog: fires when it was too high for long enough, keeps the peak, resolves when it was low for long enough', async () => {
  const at = await scene();
  await only(at);
  await at.sendMany(5);
  await tick(2);
  expect(await open()).toEqual([]);
  await tick();
  expect(await open()).toMatchObject([{ subject: at.group, value: 5, peak: 5, told: true, resolvedAt: null }]);
  await at.sendMany(2);
  await tick();
  expect(await open()).toMatchObject([{ value: 7, peak: 7 }]);
  await at.ack(...(await at.push()));
  await tick(2);
  expect(await open()).toMatchObject([{ value: 0, peak: 7 }]);
  await tick();
  expect(await open()).toEqual([]);
  const [over] = await resolved();
  expect(over).toMatchObject({ resolvedWhy: 'cleared', peak: 7 });
  expect((await eventList(db(), over?.incidentId ?? 0)).map(({ kind }) => kind)).toEqual(['fired', 'resolved']);
});

test('only one process looks at a time, and not sooner than the interval', async () => {
  stage.broker.clock.advance(10_000);
  const passes = await Promise.all([1, 2, 3].map(() => evaluateAlarms(stage.broker.ctx)));
  expect(passes.filter((pass) => pass !== null)).toHaveLength(1);
  expect(await evaluateAlarms(stage.broker.ctx)).toBeNull();
  stage.broker.clock.advance(7999);
  expect(await evaluateAlarms(stage.broker.ctx)).toBeNull();
  stage.broker.clock.advance(1);
  expect(await evaluateAlarms(stage.broker.ctx)).not.toBeNull();
});

test('a clock that was set back by an hour stops no process', async () => {
  stage.broker.clock.advance(10_000);
  expect(await evaluateAlarms(stage.broker.ctx)).not.toBeNull();
  stage.broker.clock.advance(-3_600_000);
  expect(await evaluateAlarms(stage.broker.ctx)).not.toBeNull();
  expect(await evaluateAlarms(stage.broker.ctx)).toBeNull();
});

test('levels that no node reads are unknown: held, and fired by a rule that says so; never resolved', async () => {
  const at = await scene();
  const other = await scene();
  await only(at, { forMs: 0 });
  await only(other, { onUnknown: 'fire' });
  await at.sendMany(4);
  await tick();
  expect(await open()).toMatchObject([{ subject: at.group }]);
  await tick(12, { sampled: false });
  expect(await open()).toMatchObject([
    { subject: at.group, value: 4 },
    { subject: other.group, becauseUnknown: true, value: null },
  ]);
  await at.ack(...(await at.push()));
  await tick(3);
  expect(await open()).toEqual([]);
});

test('a number that cannot be read is unknown, and the other rules go on', async () => {
  const at = await scene();
  await only(at, { forMs: 0 });
  await only(at, { watch: 'deaths-due', threshold: 1, clearBelow: 1, windowMs: 60_000, forMs: 0 });
  await at.sendMany(4);
  await db().query('ALTER TABLE retry RENAME TO hidden_retry');
  stage.broker.clock.advance(10_000);
  await expect(sampleHistory(stage.broker.ctx)).rejects.toThrow('retry');
  await db().query(
    `INSERT INTO group_sample (group_id, step_s, at, ready, in_flight, dead)
     SELECT group_id, 10, $1, 4, 0, 0 FROM consumer_group WHERE name = $2`,
    [stage.broker.clock.nowOrNull(), at.group],
  );
  expect(await evaluateAlarms(stage.broker.ctx)).toMatchObject({ fired: 1 });
  await db().query('ALTER TABLE hidden_retry RENAME TO retry');
  expect(await open()).toMatchObject([{ watch: 'backlog' }]);
});

test('new dead letters: a re-drive that consumes all of them resolves the alarm, and is attached to it', async () => {
  const at = await scene({ maxRetries: 0 });
  await only(at, { watch: 'deaths', threshold: 2, clearBelow: 1, windowMs: 300_000, forMs: 0, clearForMs: 600_000 });
  await die(at, 1);
  await tick();
  expect(await open()).toEqual([]);
  await die(at, 1);
  await tick();
  expect(await open()).toMatchObject([{ watch: 'deaths', value: 2 }]);
  const { redriveId } = await startRedrive(stage.broker.ctx, {
    group: at.group,
    all: true,
    reason: 'fixed',
    actor: why.actor,
  });
  await stepRedrives(stage.broker.ctx);
  await tick();
  expect(await open()).toMatchObject([{ redriveId, resolvedAt: null }]);
  await at.ack(...(await at.push()));
  await stepRedrives(stage.broker.ctx);
  await tick();
  expect(await open()).toEqual([]);
  const [over] = await resolved();
  expect(over).toMatchObject({ resolvedWhy: 'redriven', redriveId });
  expect((await eventList(db(), over?.incidentId ?? 0)).map(({ kind }) => kind)).toEqual([
    'fired',
    'redrive',
    'resolved',
  ]);
  // What was settled does not fire again, what is new does.
  await tick(3);
  expect(await open()).toEqual([]);
  await die(at, 2);
  await tick();
  expect(await open()).toMatchObject([{ watch: 'deaths', value: 2 }]);
});

test('a backlog that a re-drive makes fires only if it is still there afterwards', async () => {
  const at = await scene({ maxRetries: 0 });
  await die(at, 4);
  await only(at, { forMs: 0 });
  await startRedrive(stage.broker.ctx, { group: at.group, all: true, reason: 'fixed', actor: why.actor });
  await stepRedrives(stage.broker.ctx);
  await tick(2);
  expect(await open()).toEqual([]);
  await tick(6);
  expect(await open()).toMatchObject([{ watch: 'backlog', value: 4 }]);
});
