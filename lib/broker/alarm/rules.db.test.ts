import { expect, test } from 'vitest';

import type { RuleFields } from '../../model/alarm/defaults';
import { eventList } from '../../store/queries/alarm/alarm-incident';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { createAlarmRule, deleteAlarmRule, updateAlarmRule } from './edit-rule';
import { acknowledgeAlarm, silenceAlarm, unsilenceAlarm } from './acknowledge';
import { alarmStage } from '../../testing/alarms';

const { stage, why, BASE, db, open, resolved, tick, scene, only } = alarmStage();

test('a rule of its own replaces the one for all; switched off it silences the group; what fired by the old one is over', async () => {
  const at = await scene();
  const all = await createAlarmRule(stage.broker.ctx, { ...BASE, forMs: 0 }, why);
  await at.sendMany(4);
  await tick();
  expect(await open()).toContainEqual(expect.objectContaining({ subject: at.group, ruleId: all.ruleId }));
  await only(at, { enabled: false });
  await tick();
  expect((await open()).filter(({ subject }) => subject === at.group)).toEqual([]);
  expect(await resolved()).toContainEqual(expect.objectContaining({ resolvedWhy: 'rule-changed', subject: at.group }));
  const off = { ...BASE, forMs: 0, enabled: false };
  await updateAlarmRule(stage.broker.ctx, all.ruleId, off, { ...why, version: 1 });
  await tick();
  expect(await open()).toEqual([]);
});

test('acknowledged by one, not repeated then; conflict for the second; silenced: notified when the silence ends', async () => {
  const at = await scene();
  await only(at, { forMs: 0, repeatMs: 60_000 });
  await at.sendMany(4);
  await tick(7);
  const [first] = await open();
  const incidentId = first?.incidentId ?? 0;
  const kinds = async (): Promise<string[]> => (await eventList(db(), incidentId)).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['fired', 'repeated']);
  await acknowledgeAlarm(stage.broker.ctx, { incidentId, ...why });
  await expect(acknowledgeAlarm(stage.broker.ctx, { incidentId, ...why })).rejects.toMatchObject({ code: 'conflict' });
  await tick(7);
  expect(await kinds()).toEqual(['fired', 'repeated', 'acknowledged']);
  await expect(
    silenceAlarm(stage.broker.ctx, { incidentId, actor: why.actor, reason: '', forMs: 60_000 }),
  ).rejects.toMatchObject({
    field: 'reason',
  });
  await silenceAlarm(stage.broker.ctx, { incidentId, ...why, forMs: 120_000 });
  await at.ack(...(await at.push()));
  await tick(4);
  expect(await open()).toEqual([]);
  // Fires again within the silence: no notification until it ends.
  await at.sendMany(4);
  await tick();
  expect(await open()).toMatchObject([{ told: false }]);
  await tick(8);
  expect(await open()).toMatchObject([{ told: true }]);
  const [second] = await open();
  await silenceAlarm(stage.broker.ctx, { incidentId: second?.incidentId ?? 0, ...why, forMs: 120_000 });
  await unsilenceAlarm(stage.broker.ctx, { incidentId: second?.incidentId ?? 0, ...why });
  await expect(unsilenceAlarm(stage.broker.ctx, { incidentId, ...why })).rejects.toMatchObject({ code: 'conflict' });
});

test.each<[string, Partial<RuleFields>]>([
  ['threshold', { threshold: 0 }],
  ['clearBelow', { clearBelow: 4 }],
  ['windowMs', { watch: 'deaths', windowMs: 0 }],
  ['windowMs', { watch: 'refused', windowMs: 10_000 }],
  ['forMs', { forMs: -1 }],
  ['repeatMs', { repeatMs: 5 }],
  ['subject', { watch: 'broker-health', subject: 'x' }],
  ['channelIds', { channelIds: [999] }],
])('a rule with a bad %s is refused by name', async (field, changes) => {
  await expect(createAlarmRule(stage.broker.ctx, { ...BASE, ...changes }, why)).rejects.toMatchObject({ field });
  expect(await ruleList(db())).toEqual([]);
});

test('of two edits that saw the same version one wins; a second rule for the same is refused; each has its audit row', async () => {
  const rule = await createAlarmRule(stage.broker.ctx, BASE, why);
  await expect(createAlarmRule(stage.broker.ctx, BASE, why)).rejects.toMatchObject({ code: 'already-exists' });
  const edits = await Promise.allSettled(
    [5, 6].map((threshold) =>
      updateAlarmRule(stage.broker.ctx, rule.ruleId, { ...BASE, threshold }, { ...why, version: rule.version }),
    ),
  );
  expect(edits.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await deleteAlarmRule(stage.broker.ctx, rule.ruleId, { ...why, version: 2 });
  const { rows } = await db().query<{ action: string }>(
    `SELECT action FROM audit WHERE action LIKE 'alarm-rule.%' ORDER BY audit_id DESC LIMIT 3`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['alarm-rule.delete', 'alarm-rule.update', 'alarm-rule.create']);
});
