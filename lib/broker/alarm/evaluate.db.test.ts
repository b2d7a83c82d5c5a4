import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import { DEFAULT_RULES, type RuleFields } from '../../model/alarm/defaults';
import type { AlarmIncident } from '../../model/alarm/incident';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { eventList, incidentOpenList, incidentResolvedList } from '../../store/queries/alarm/alarm-incident';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { flushHistory } from '../history/flush';
import { sampleHistory } from '../history/sample';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { beat } from '../throttle/beat';
import { createAlarmRule, deleteAlarmRule, updateAlarmRule } from './edit-rule';
import { makeDefaultRules } from './defaults';
import { evaluateAlarms } from './evaluate';
import { acknowledgeAlarm, silenceAlarm, unsilenceAlarm } from './take';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());
beforeEach(async () => {
  await broker.database.store.console.query('TRUNCATE alarm_rule, alarm_incident, alarm_channel CASCADE');
  broker.clock.advance(3_600_000);
});

const actor = systemActor('test');
const why = { reason: 'test', actor };
const BASE: RuleFields = {
  ...{ watch: 'backlog', subject: null, threshold: 3, windowMs: 0, forMs: 20_000, clearBelow: 2, clearForMs: 20_000 },
  ...{ severity: 'warning', onUnknown: 'hold', unknownForMs: 30_000, repeatMs: 0, channelIds: null, enabled: true },
};

const db = () => broker.database.store.console;
const open = async (): Promise<AlarmIncident[]> => await incidentOpenList(db());
const resolved = async (): Promise<AlarmIncident[]> => await incidentResolvedList(db(), new Date(0), 100);

/** Ten seconds pass: levels are read, rules looked at. */
async function tick(times = 1, { sampled = true } = {}): Promise<void> {
  for (let round = 0; round < times; round += 1) {
    broker.clock.advance(10_000);
    await beat(broker.ctx, { consumersByGroup: new Map(), pushClients: [] });
    await flushHistory(broker.ctx);
    if (sampled) await sampleHistory(broker.ctx);
    expect(await evaluateAlarms(broker.ctx)).not.toBeNull();
  }
}

/** A group that has subscribed: its backlog is known. */
async function scene(group = {}): Promise<Scene> {
  const at = await Scene.open(broker, group);
  await at.push();
  return at;
}

async function only(at: Scene, fields: Partial<RuleFields> = {}): Promise<void> {
  await createAlarmRule(broker.ctx, { ...BASE, subject: at.group, ...fields }, why);
}

async function die(at: Scene, count: number): Promise<void> {
  await at.sendMany(count);
  for (const message of await at.push()) await at.fail(message);
}

test('the default rules are made once: those that were removed stay so', async () => {
  expect(await makeDefaultRules(broker.ctx)).toBe(DEFAULT_RULES.length);
  const [first] = await ruleList(db());
  if (first === undefined) throw new Error('no rule was made');
  await deleteAlarmRule(broker.ctx, first.ruleId, { ...why, version: 1 });
  expect(await makeDefaultRules(broker.ctx)).toBe(0);
  expect(await ruleList(db())).toHaveLength(DEFAULT_RULES.length - 1);
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
  broker.clock.advance(10_000);
  const passes = await Promise.all([1, 2, 3].map(() => evaluateAlarms(broker.ctx)));
  expect(passes.filter((pass) => pass !== null)).toHaveLength(1);
  expect(await evaluateAlarms(broker.ctx)).toBeNull();
  broker.clock.advance(7999);
  expect(await evaluateAlarms(broker.ctx)).toBeNull();
  broker.clock.advance(1);
  expect(await evaluateAlarms(broker.ctx)).not.toBeNull();
});

test('levels that nobody reads are unknown: held, and fired by a rule that says so; never resolved', async () => {
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
  broker.clock.advance(10_000);
  await expect(sampleHistory(broker.ctx)).rejects.toThrow('retry');
  await db().query(
    `INSERT INTO group_sample (group_id, step_s, at, ready, in_flight) SELECT group_id, 10, $1, 4, 0 FROM consumer_group WHERE name = $2`,
    [broker.clock.nowOrNull(), at.group],
  );
  expect(await evaluateAlarms(broker.ctx)).toMatchObject({ fired: 1 });
  await db().query('ALTER TABLE hidden_retry RENAME TO retry');
  expect(await open()).toMatchObject([{ watch: 'backlog' }]);
});

test('oldest message, growth, time to drain, deliveries per message, deaths due: each sees its number', async () => {
  const at = await scene({ maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 30_000 } });
  const at0 = { forMs: 0, windowMs: 60_000 };
  await only(at, { watch: 'oldest-age', threshold: 60, clearBelow: 30, forMs: 0 });
  await only(at, { watch: 'lag-growth', threshold: 3, clearBelow: 1, ...at0 });
  await only(at, { watch: 'time-to-drain', threshold: 600, clearBelow: 300, ...at0 });
  await only(at, { watch: 'amplification', threshold: 1.5, clearBelow: 1.2, ...at0 });
  await only(at, { watch: 'deaths-due', threshold: 2, clearBelow: 1, ...at0 });
  await tick(7);
  expect(await open()).toEqual([]);
  await at.sendMany(4);
  await tick();
  expect((await open()).map(({ watch, value }) => `${watch} ${value}`).toSorted()).toEqual([
    'lag-growth 4',
    'time-to-drain 1000000000',
  ]);
  await tick(6);
  expect((await open()).map(({ watch }) => watch)).toContain('oldest-age');
  const first = await at.push();
  for (const message of first) await at.fail(message);
  broker.clock.advance(30_000);
  const second = await at.push();
  expect(second).toHaveLength(4);
  await tick();
  const values = new Map((await open()).map(({ watch, value }) => [watch, value]));
  expect(values.get('amplification')).toBe(2);
  expect(values.get('deaths-due')).toBe(4);
});

test('no consumer while there is backlog counts the time; a consumer ends it; without a living node it is unknown', async () => {
  const at = await scene();
  await only(at, { watch: 'no-consumer', threshold: 20, clearBelow: 1, forMs: 0, clearForMs: 0 });
  await at.sendMany(1);
  await tick(2);
  expect(await open()).toEqual([]);
  await tick();
  expect(await open()).toMatchObject([{ value: 20 }]);
  broker.clock.advance(20_000);
  await sampleHistory(broker.ctx);
  await evaluateAlarms(broker.ctx);
  expect(await open()).toMatchObject([{ value: 20 }]);
  broker.clock.advance(10_000);
  await beat(broker.ctx, { consumersByGroup: new Map([[at.group, 1]]), pushClients: [] });
  await sampleHistory(broker.ctx);
  await evaluateAlarms(broker.ctx);
  expect(await open()).toEqual([]);
});

test('a blocked key: as long as it is blocked', async () => {
  const at = await scene({ deliveryOrder: 'ordered', maxRetries: 5 });
  await only(at, { watch: 'blocked-key', threshold: 60, clearBelow: 60, forMs: 0, clearForMs: 0 });
  await at.send({ messageGroup: 'account-1' });
  await at.fail(await at.one(at.push()));
  await tick(5);
  expect(await open()).toEqual([]);
  await tick(1);
  expect(await open()).toMatchObject([{ value: 60 }]);
});

test('refused sends: the share of the window; the broker: levels that nobody reads, a node that fell silent', async () => {
  const at = await scene();
  const rule = { watch: 'refused', subject: at.topic, threshold: 50, clearBelow: 10, windowMs: 60_000 } as const;
  await only(at, { ...rule, forMs: 0 });
  await at.sendMany(1);
  broker.ctx.meter.count('redrive_throttled_requests_total', { limit: 'send-queue', topic: at.topic }, 3);
  await tick();
  expect(await open()).toMatchObject([{ subject: at.topic, value: 75 }]);
  await createAlarmRule(
    broker.ctx,
    { ...BASE, watch: 'broker-health', threshold: 60, clearBelow: 1, forMs: 0, clearForMs: 0 },
    why,
  );
  await tick(8, { sampled: false });
  expect((await open()).map(({ watch }) => watch)).toContain('broker-health');
  await tick();
  expect((await open()).map(({ watch }) => watch)).not.toContain('broker-health');
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
  const { redriveId } = await startRedrive(broker.ctx, { group: at.group, all: true, reason: 'fixed', actor });
  await stepRedrives(broker.ctx);
  await tick();
  expect(await open()).toMatchObject([{ redriveId, resolvedAt: null }]);
  await at.ack(...(await at.push()));
  await stepRedrives(broker.ctx);
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

test('what a re-drive sends and dies again is no new dead letter, and does not resolve what fired', async () => {
  const at = await scene({ maxRetries: 0 });
  await only(at, { watch: 'deaths', threshold: 2, clearBelow: 1, windowMs: 300_000, forMs: 0 });
  await die(at, 2);
  await tick();
  const [fired] = await open();
  await startRedrive(broker.ctx, { group: at.group, all: true, reason: 'hopeful', actor });
  await stepRedrives(broker.ctx);
  for (const message of await at.push()) await at.fail(message);
  await stepRedrives(broker.ctx);
  await tick(2);
  expect(await open()).toMatchObject([{ incidentId: fired?.incidentId, peak: 2 }]);
});

test('a backlog that a re-drive makes fires only if it is still there afterwards', async () => {
  const at = await scene({ maxRetries: 0 });
  await die(at, 4);
  await only(at, { forMs: 0 });
  await startRedrive(broker.ctx, { group: at.group, all: true, reason: 'fixed', actor });
  await stepRedrives(broker.ctx);
  await tick(2);
  expect(await open()).toEqual([]);
  await tick(6);
  expect(await open()).toMatchObject([{ watch: 'backlog', value: 4 }]);
});

test('a rule of its own replaces the one for all; switched off it silences the group; what fired by the old one is over', async () => {
  const at = await scene();
  const all = await createAlarmRule(broker.ctx, { ...BASE, forMs: 0 }, why);
  await at.sendMany(4);
  await tick();
  expect(await open()).toContainEqual(expect.objectContaining({ subject: at.group, ruleId: all.ruleId }));
  await only(at, { enabled: false });
  await tick();
  expect((await open()).filter(({ subject }) => subject === at.group)).toEqual([]);
  expect(await resolved()).toContainEqual(expect.objectContaining({ resolvedWhy: 'rule-changed', subject: at.group }));
  const off = { ...BASE, forMs: 0, enabled: false };
  await updateAlarmRule(broker.ctx, all.ruleId, off, { ...why, version: 1 });
  await tick();
  expect(await open()).toEqual([]);
});

test('acknowledged by one, repeated to nobody then; conflict for the second; silenced: told when the silence is over', async () => {
  const at = await scene();
  await only(at, { forMs: 0, repeatMs: 60_000 });
  await at.sendMany(4);
  await tick(7);
  const [first] = await open();
  const incidentId = first?.incidentId ?? 0;
  const kinds = async (): Promise<string[]> => (await eventList(db(), incidentId)).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['fired', 'repeated']);
  await acknowledgeAlarm(broker.ctx, { incidentId, ...why });
  await expect(acknowledgeAlarm(broker.ctx, { incidentId, ...why })).rejects.toMatchObject({ code: 'conflict' });
  await tick(7);
  expect(await kinds()).toEqual(['fired', 'repeated', 'acknowledged']);
  await expect(silenceAlarm(broker.ctx, { incidentId, actor, reason: '', forMs: 60_000 })).rejects.toMatchObject({
    field: 'reason',
  });
  await silenceAlarm(broker.ctx, { incidentId, ...why, forMs: 120_000 });
  await at.ack(...(await at.push()));
  await tick(4);
  expect(await open()).toEqual([]);
  // Fires anew within the silence: nobody is told, until it is over.
  await at.sendMany(4);
  await tick();
  expect(await open()).toMatchObject([{ told: false }]);
  await tick(8);
  expect(await open()).toMatchObject([{ told: true }]);
  const [second] = await open();
  await silenceAlarm(broker.ctx, { incidentId: second?.incidentId ?? 0, ...why, forMs: 120_000 });
  await unsilenceAlarm(broker.ctx, { incidentId: second?.incidentId ?? 0, ...why });
  await expect(unsilenceAlarm(broker.ctx, { incidentId, ...why })).rejects.toMatchObject({ code: 'conflict' });
});

test.each<[string, Partial<RuleFields>]>([
  ['threshold', { threshold: 0 }],
  ['clearBelow', { clearBelow: 4 }],
  ['windowMs', { watch: 'deaths', windowMs: 0 }],
  ['forMs', { forMs: -1 }],
  ['repeatMs', { repeatMs: 5 }],
  ['subject', { watch: 'broker-health', subject: 'x' }],
  ['channelIds', { channelIds: [999] }],
])('a rule with a bad %s is refused by name', async (field, changes) => {
  await expect(createAlarmRule(broker.ctx, { ...BASE, ...changes }, why)).rejects.toMatchObject({ field });
  expect(await ruleList(db())).toEqual([]);
});

test('of two edits that saw the same version one wins; a second rule for the same is refused; each has its audit row', async () => {
  const rule = await createAlarmRule(broker.ctx, BASE, why);
  await expect(createAlarmRule(broker.ctx, BASE, why)).rejects.toMatchObject({ code: 'already-exists' });
  const edits = await Promise.allSettled(
    [5, 6].map((threshold) =>
      updateAlarmRule(broker.ctx, rule.ruleId, { ...BASE, threshold }, { ...why, version: rule.version }),
    ),
  );
  expect(edits.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await deleteAlarmRule(broker.ctx, rule.ruleId, { ...why, version: 2 });
  const { rows } = await db().query<{ action: string }>(
    `SELECT action FROM audit WHERE action LIKE 'alarm-rule.%' ORDER BY audit_id DESC LIMIT 3`,
  );
  expect(rows.map(({ action }) => action)).toEqual(['alarm-rule.delete', 'alarm-rule.update', 'alarm-rule.create']);
});
