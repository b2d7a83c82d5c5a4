import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import type { AlarmIncident } from '../../model/alarm/incident';
import { deliveryLog } from '../../store/queries/alarm/alarm-delivery';
import { eventList } from '../../store/queries/alarm/alarm-incident';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { stateList } from '../../store/queries/alarm/alarm-state';
import { alarmStage } from '../../testing/alarms';
import { Scene } from '../../testing/scene';
import { startRedrive } from '../redrive/start';
import { recallRedrive } from '../redrive/control';
import { stepRedrives } from '../redrive/step';
import { createAlarmRule, updateAlarmRule } from './edit-rule';
import { acknowledgeAlarm } from './acknowledge';

const { stage, why, BASE, db, open, resolved, tick, scene, only, die } = alarmStage();
const NEW = { watch: 'deaths', threshold: 2, clearBelow: 1, windowMs: 60_000, forMs: 0, clearForMs: 20_000 } as const;
const PRESENT = { watch: 'dead-letters', threshold: 1, clearBelow: 1, forMs: 20_000, clearForMs: 20_000 } as const;

async function redrive(at: Scene): Promise<number> {
  const { redriveId } = await startRedrive(stage.broker.ctx, {
    ...{ group: at.group, all: true, reason: 'fixed', actor: why.actor },
  });
  await stepRedrives(stage.broker.ctx);
  return redriveId;
}

async function failAll(at: Scene): Promise<void> {
  for (const message of await at.push()) await at.fail(message);
  await stepRedrives(stage.broker.ctx);
}

async function consumeAll(at: Scene): Promise<void> {
  await at.ack(...(await at.push()));
  await stepRedrives(stage.broker.ctx);
}

async function kindsOf(incident: AlarmIncident | undefined): Promise<string[]> {
  return (await eventList(db(), incident?.incidentId ?? 0)).map(({ kind }) => kind);
}

test('an alarm on new dead letters stays open as long as they are there, however quiet it is', async () => {
  const at = await scene({ maxRetries: 0 });
  await only(at, NEW);
  await die(at, 3);
  await tick(20);
  expect(await open()).toMatchObject([{ watch: 'deaths', value: 0, peak: 3, remaining: 3 }]);
  await redrive(at);
  await tick(3);
  // Sent, and not consumed so far.
  expect(await open()).toMatchObject([{ remaining: 3 }]);
  await consumeAll(at);
  await tick();
  expect(await open()).toEqual([]);
  expect(await resolved()).toMatchObject([{ resolvedWhy: 'redriven' }]);
});

test(
  'what dies again in a re-drive keeps the alarm open: it is the same damage, and no new alarm',
  { tags: ['long'] },
  async () => {
    const at = await scene({ maxRetries: 0 });
    await only(at, NEW);
    await die(at, 3);
    await tick(12);
    const [first] = await open();
    await acknowledgeAlarm(stage.broker.ctx, { incidentId: first?.incidentId ?? 0, ...why });
    await redrive(at);
    await tick(2);
    await failAll(at);
    await tick(2);
    expect(await resolved()).toEqual([]);
    expect(await open()).toMatchObject([{ incidentId: first?.incidentId, remaining: 3, acknowledgedBy: 'test' }]);
    expect(await kindsOf(first)).toEqual(['fired', 'acknowledged', 'redrive', 'died-again']);
    // New ones beside it are news: they begin another alarm.
    await die(at, 2);
    await tick();
    expect(await resolved()).toMatchObject([{ incidentId: first?.incidentId, resolvedWhy: 'fired-again' }]);
    expect(await open()).toMatchObject([{ watch: 'deaths', remaining: 5, told: true, acknowledgedBy: null }]);
    // A recall is no death: nothing fires a third time.
    await tick(12);
    const [second] = await open();
    await recallRedrive(stage.broker.ctx, { redriveId: await redrive(at), actor: why.actor, reason: 'not yet' });
    await tick(2);
    expect(await open()).toMatchObject([{ incidentId: second?.incidentId, value: 0, remaining: 5 }]);
  },
);

test('dead letters present: fires for existing ones; in a re-drive until they are consumed', async () => {
  const at = await scene({ maxRetries: 0 });
  await die(at, 3);
  await tick(40);
  await only(at, PRESENT);
  await tick(2);
  expect(await open()).toEqual([]);
  await tick();
  expect(await open()).toMatchObject([{ watch: 'dead-letters', value: 3 }]);
  const redriveId = await redrive(at);
  await tick(10);
  expect(await open()).toMatchObject([{ watch: 'dead-letters', value: 3, redriveId }]);
  await failAll(at);
  await tick(10);
  expect(await open()).toMatchObject([{ value: 3 }]);
  const again = await redrive(at);
  await consumeAll(at);
  await tick();
  const [over] = await resolved();
  expect(over).toMatchObject({ resolvedWhy: 'redriven', redriveId: again });
  expect(await kindsOf(over)).toEqual(['fired', 'redrive', 'died-again', 'repeated', 'redrive', 'resolved']);
});

test(
  'one damage is notified once: those present wait for the alarm on new ones, unless they are more urgent',
  { tags: ['long'] },
  async () => {
    const [at, urgent, off] = [
      await scene({ maxRetries: 0 }),
      await scene({ maxRetries: 0 }),
      await scene({ maxRetries: 0 }),
    ];
    for (const each of [at, urgent, off]) await only(each, NEW);
    await only(at, PRESENT);
    await only(urgent, { ...PRESENT, severity: 'critical' });
    await only(off, { ...PRESENT, enabled: false });
    for (const each of [at, urgent, off]) await die(each, 2);
    await tick(20);
    const watches = (incidents: AlarmIncident[], { group }: Scene): string[] =>
      incidents.filter(({ subject }) => subject === group).map(({ watch }) => watch);
    expect(watches(await open(), at)).toEqual(['deaths']);
    expect(watches(await open(), urgent)).toEqual(['deaths', 'dead-letters']);
    // Who switched off the rule on those present is not kept from a resolved alarm by them.
    expect(watches(await open(), off)).toEqual([]);
    const rule = (await ruleList(db())).find(({ watch, subject }) => watch === 'deaths' && subject === at.group);
    await updateAlarmRule(
      stage.broker.ctx,
      rule?.ruleId ?? 0,
      { ...BASE, ...NEW, subject: at.group, enabled: false },
      { ...why, version: 1 },
    );
    await tick(2);
    expect(watches(await open(), at)).toEqual(['dead-letters']);
    expect(await deliveryLog(db(), null, 10)).toEqual([]);
  },
);

test('an existing broker gets a rule on those present beside each on new ones: same line, people and switch', async () => {
  const at = await scene();
  const edited = { ...BASE, ...NEW, threshold: 50, clearBelow: 40, severity: 'critical', channelIds: [] } as const;
  await createAlarmRule(stage.broker.ctx, edited, why);
  await only(at, { ...NEW, enabled: false });
  const sql = readFileSync('prisma/migrations/0024_dead_letters_present/migration.sql', 'utf8');
  const insert = sql.slice(sql.indexOf('INSERT INTO alarm_rule'));
  await db().query(insert);
  await db().query(insert);
  const rules = await ruleList(db());
  expect(rules.filter(({ watch }) => watch === 'deaths')).toMatchObject([edited, { enabled: false }]);
  expect(rules.filter(({ watch }) => watch === 'dead-letters')).toMatchObject([
    { subject: null, threshold: 50, clearBelow: 40, windowMs: 0, severity: 'critical', channelIds: [], enabled: true },
    { subject: at.group, enabled: false, updatedBy: 'redrive' },
  ]);
});

test('a group that never subscribed has nothing to consume: none of its numbers is unknown', async () => {
  const at = await Scene.open(stage.broker);
  const rule = await createAlarmRule(stage.broker.ctx, { ...BASE, onUnknown: 'fire', unknownForMs: 20_000 }, why);
  await db().query(
    `INSERT INTO alarm_state (rule_id, subject, phase, since, unknown_since, because_unknown) VALUES ($1, $2, 'quiet', $3, $3, false)`,
    [rule.ruleId, at.group, stage.broker.clock.nowOrNull()],
  );
  const unknown = async (): Promise<string[]> =>
    (await stateList(db())).filter(({ state }) => state.unknownSinceMs !== null).map(({ subject }) => subject);
  expect(await unknown()).toEqual([at.group]);
  await tick(5);
  expect(await unknown()).toEqual([]);
  expect(await open()).toEqual([]);
  // As soon as a group subscribes it is watched, and what cannot be read is unknown.
  await at.push();
  await at.sendMany(4);
  await tick(4);
  expect(await open()).toMatchObject([{ subject: at.group, value: 4 }]);
});
