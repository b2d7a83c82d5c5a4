// @module-tag landing
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { AlarmIncident } from '../../model/alarm/incident';
import { becameText, noticeOf } from '../../model/alarm/notice';
import { eventList } from '../../store/queries/alarm/alarm-incident';
import { alarmsOfRedrive } from '../../store/queries/alarm/alarms-of-redrive';
import { ruleList } from '../../store/queries/alarm/alarm-rule';
import { alarmStage } from '../../testing/alarms';
import type { Scene } from '../../testing/scene';
import { acceptLetters } from '../dead-letter/accept';
import { discardLetters } from '../dead-letter/discard';
import { holdLetters } from '../dead-letter/hold';
import { restoreLetters } from '../dead-letter/restore';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { expireDeadLetters } from '../retention/expire-dead-letters';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { findSetting } from '../setting/find';
import { acknowledgeAlarm } from './acknowledge';

const { stage, why, db, open, resolved, tick, scene, only, die } = alarmStage();
const NEW = { watch: 'deaths', threshold: 2, clearBelow: 1, windowMs: 60_000, forMs: 0, clearForMs: 20_000 } as const;
const PRESENT = { watch: 'dead-letters', threshold: 1, clearBelow: 1, forMs: 20_000, clearForMs: 20_000 } as const;
const CAUSE = { ...PRESENT, watch: 'dead-letters-of-cause', threshold: 2, clearBelow: 2 } as const;
const HOUR = 3_600_000;
const ana = systemActor('ana');
const po = systemActor('po');

async function redrive(at: Scene, incident?: number): Promise<number> {
  const { redriveId } = await startRedrive(stage.broker.ctx, {
    ...{ group: at.group, all: true, reason: 'fixed', actor: why.actor, incident },
  });
  await stepRedrives(stage.broker.ctx);
  return redriveId;
}

async function consumeAll(at: Scene): Promise<void> {
  await at.ack(...(await at.push()));
  await stepRedrives(stage.broker.ctx);
}

async function failAll(at: Scene): Promise<void> {
  for (const message of await at.push()) await at.fail(message);
  await stepRedrives(stage.broker.ctx);
}

/** Fires, and is quiet long enough that only its dead letters keep it open. */
async function firing(at: Scene, count: number): Promise<AlarmIncident> {
  await only(at, NEW);
  await die(at, count);
  await tick(10);
  const [incident] = await open();
  if (incident === undefined) throw new Error('it does not fire');
  return incident;
}

async function name(at: Scene, fingerprint: string, count: number): Promise<void> {
  await db().query(
    `UPDATE dead_letter SET fingerprint = $2 WHERE dead_letter_id IN (SELECT d.dead_letter_id FROM dead_letter d
       JOIN consumer_group g USING (group_id) WHERE g.name = $1 AND d.fingerprint NOT LIKE 'made%'
       ORDER BY d.dead_letter_id LIMIT $3)`,
    [at.group, fingerprint, count],
  );
}

async function keepHours(hours: number | null): Promise<void> {
  const { version } = await findSetting(stage.broker.ctx, 'dead-letter-retention');
  await setDeadLetterRetention(stage.broker.ctx, {
    keepHours: hours,
    version,
    mayRemove: Number.MAX_SAFE_INTEGER,
    ...why,
  });
}

test('consumed: the verdict of the re-drive that was started for it ends it at once, and its notification says so', async () => {
  const at = await scene({ maxRetries: 0 });
  const incident = await firing(at, 3);
  const redriveId = await redrive(at, incident.incidentId);
  await tick(3);
  expect(await open()).toMatchObject([{ remaining: 3, redriveId, became: { consumed: 0 } }]);
  await consumeAll(at);
  await tick();
  const [over] = await resolved();
  expect(over).toMatchObject({ resolvedWhy: 'redriven', remaining: 0, became: { consumed: 3, expired: 0 } });
  expect(noticeOf('resolved', over ?? incident).title).toBe(
    `Resolved: New dead letters, group ${at.group}: consumed 3`,
  );
  expect(await alarmsOfRedrive(db(), redriveId)).toMatchObject([{ incidentId: incident.incidentId, by: 'test' }]);
  const events = await eventList(db(), incident.incidentId);
  expect(events.map(({ kind, actor }) => [kind, actor])).toEqual([
    ['fired', null],
    ['redrive', 'test'],
    ['resolved', null],
  ]);
});

test('discarded and accepted, each by whom: no quiet ends it before, and a restored one opens nothing that is over', async () => {
  const at = await scene({ maxRetries: 0 });
  await firing(at, 4);
  const [first, second] = (await at.deadLetters()).map(({ messageId }) => messageId);
  if (first === undefined || second === undefined) throw new Error('nothing died');
  const decide = { group: at.group, reason: 'duplicates' };
  await discardLetters(stage.broker.ctx, { ...decide, messageIds: [first, second], actor: ana });
  await tick(5);
  expect(await open()).toMatchObject([{ remaining: 2, became: { discarded: 2, discardedBy: ['ana'] } }]);
  await restoreLetters(stage.broker.ctx, { ...decide, messageIds: [second], actor: ana });
  await tick(5);
  expect(await open()).toMatchObject([{ remaining: 3, became: { discarded: 1 } }]);
  await acceptLetters(stage.broker.ctx, { ...decide, all: true, actor: po });
  await tick();
  expect(await open()).toEqual([]);
  const [over] = await resolved();
  expect(over).toMatchObject({ resolvedWhy: 'dealt-with', remaining: 0 });
  expect(becameText(over?.became ?? missing())).toBe('discarded 1 by ana, accepted 3 by po');
  // They may stay: nothing counts them.
  await only(at, PRESENT);
  await tick(6);
  expect(await open()).toEqual([]);
});

test('expired is lost, not resolved: it ends as lost, whatever became of the others', async () => {
  const at = await scene({ maxRetries: 0 });
  const incident = await firing(at, 3);
  const [kept] = await at.deadLetters();
  await discardLetters(stage.broker.ctx, {
    ...{ group: at.group, messageIds: [kept?.messageId ?? ''], reason: 'known', actor: ana },
  });
  await keepHours(1);
  stage.broker.clock.advance(2 * HOUR);
  await expireDeadLetters(stage.broker.ctx);
  await tick();
  await keepHours(null);
  const [over] = await resolved();
  expect(over).toMatchObject({ incidentId: incident.incidentId, resolvedWhy: 'expired', became: { expired: 2 } });
  expect(noticeOf('resolved', over ?? incident).title).toBe(
    `Lost: 2 expired: New dead letters, group ${at.group}: discarded 1 by ana, expired 2`,
  );
});

test('one that was accepted and then expired is not lost', { tags: ['long'] }, async () => {
  const at = await scene({ maxRetries: 0 });
  await firing(at, 2);
  const [first] = await at.deadLetters();
  await acceptLetters(stage.broker.ctx, {
    ...{ group: at.group, messageIds: [first?.messageId ?? ''], reason: 'harmless', actor: po },
  });
  const [, second] = await at.deadLetters();
  await holdLetters(stage.broker.ctx, {
    ...{ group: at.group, messageIds: [second?.messageId ?? ''], reason: 'evidence', actor: ana },
  });
  await keepHours(1);
  stage.broker.clock.advance(2 * HOUR);
  await expireDeadLetters(stage.broker.ctx);
  await keepHours(null);
  await tick();
  expect(await open()).toMatchObject([{ remaining: 1, became: { accepted: 1, acceptedBy: ['po'], expired: 0 } }]);
});

test('a cause has an alarm of its own: one that began later is news, one of the same damage is not', async () => {
  const at = await scene({ maxRetries: 0 });
  await only(at, CAUSE);
  await firing(at, 3);
  await name(at, 'made-one', 3);
  await tick(5);
  expect((await open()).map(({ watch }) => watch)).toEqual(['deaths']);
  stage.broker.clock.advance(HOUR);
  // So slowly that the alarm on new ones does not fire again for them, which would notify of them already.
  await die(at, 1);
  await tick(7);
  await die(at, 1);
  await name(at, 'made-two', 2);
  await tick(5);
  expect((await open()).map(({ watch, subject }) => `${watch} ${subject}`).toSorted()).toEqual([
    `dead-letters-of-cause ${at.group} made-two`,
    `deaths ${at.group}`,
  ]);
});

test('of a cause: what died of another one in its re-drive is still its own', { tags: ['long'] }, async () => {
  const at = await scene({ maxRetries: 0 });
  await only(at, CAUSE);
  await die(at, 3);
  await name(at, 'made-one', 2);
  await name(at, 'made-two', 1);
  await tick(3);
  expect(await open()).toMatchObject([{ subject: `${at.group} made-one`, value: 2, remaining: 2 }]);
  const redriveId = await redrive(at);
  await tick();
  expect(await open()).toMatchObject([{ value: 2, remaining: 2, redriveId }]);
  await failAll(at);
  await name(at, 'made-three', 3);
  await tick(6);
  expect(await open()).toContainEqual(expect.objectContaining({ subject: `${at.group} made-one`, remaining: 2 }));
  const one = (await open()).find(({ subject }) => subject.endsWith('made-one'));
  expect((await eventList(db(), one?.incidentId ?? 0)).map(({ kind }) => kind)).toContain('died-again');
  await redrive(at);
  await consumeAll(at);
  await tick();
  expect(await open()).toEqual([]);
  expect((await resolved()).find(({ subject }) => subject.endsWith('made-one'))).toMatchObject({
    resolvedWhy: 'redriven',
  });
});

test('unhandled for too long: a hold or a re-drive stops the clock, and neither ends the alarm', async () => {
  const at = await scene({ maxRetries: 0 });
  await only(at, { ...PRESENT, watch: 'dead-letter-age', threshold: 7200, clearBelow: 7200, forMs: 0 });
  await die(at, 2);
  const [first] = await at.deadLetters();
  const held = { group: at.group, messageIds: [first?.messageId ?? ''], reason: 'evidence', actor: ana };
  await holdLetters(stage.broker.ctx, held);
  stage.broker.clock.advance(HOUR);
  await tick();
  expect(await open()).toEqual([]);
  stage.broker.clock.advance(HOUR);
  await tick();
  expect(await open()).toMatchObject([{ watch: 'dead-letter-age', remaining: 2 }]);
  await die(at, 1);
  // It is about what is old: what died just now is not its damage, until a re-drive of it sends it along.
  await tick();
  expect(await open()).toMatchObject([{ remaining: 2 }]);
  const redriveId = await redrive(at);
  await tick(5);
  expect(await open()).toMatchObject([{ redriveId, remaining: 3 }]);
  await consumeAll(at);
  await tick();
  expect(await resolved()).toMatchObject([{ watch: 'dead-letter-age', resolvedWhy: 'redriven' }]);
});

test(
  'a line above one does not end it: each of its dead letters is dealt with, not only most of them',
  { tags: ['long'] },
  async () => {
    const at = await scene({ maxRetries: 0 });
    await only(at, { ...PRESENT, threshold: 3, clearBelow: 3 });
    await die(at, 3);
    await tick(3);
    const [incident] = await open();
    await acknowledgeAlarm(stage.broker.ctx, { incidentId: incident?.incidentId ?? 0, ...why });
    const [first] = await at.deadLetters();
    const one = { group: at.group, messageIds: [first?.messageId ?? ''], reason: 'known', actor: ana };
    await discardLetters(stage.broker.ctx, one);
    await tick(8);
    expect(await open()).toMatchObject([{ incidentId: incident?.incidentId, remaining: 2, value: 2 }]);
    await discardLetters(stage.broker.ctx, { ...one, messageIds: undefined, all: true });
    await tick();
    expect(await resolved()).toMatchObject([{ resolvedWhy: 'dealt-with', became: { discarded: 3 } }]);
  },
);

test(
  'a re-drive is started for an alarm about dead letters of its group, and for no other',
  { tags: ['long'] },
  async () => {
    const [at, other] = [await scene({ maxRetries: 0 }), await scene({ maxRetries: 0 })];
    const incident = await firing(at, 2);
    await die(other, 1);
    await expect(redrive(other, incident.incidentId)).rejects.toThrow(/No alarm \d+ is about dead letters/);
    await expect(redrive(other, 999_999)).rejects.toThrow('No alarm 999999 is about dead letters');
    // Nothing was started: the same can be chosen again.
    await expect(redrive(other)).resolves.toBeGreaterThan(0);
  },
);

test('an existing broker gets the rules by cause and by age beside the one on those present', async () => {
  const at = await scene();
  await only(at, { ...PRESENT, severity: 'critical', enabled: false });
  const sql = readFileSync('prisma/migrations/0031_alarm_evidence/migration.sql', 'utf8');
  const insert = sql.slice(sql.indexOf('INSERT INTO alarm_rule'));
  await db().query(insert);
  await db().query(insert);
  expect(
    (await ruleList(db())).map(({ watch, subject, severity, enabled }) => [watch, subject, severity, enabled]),
  ).toEqual([
    ['dead-letters', at.group, 'critical', false],
    ['dead-letters-of-cause', at.group, 'critical', false],
    ['dead-letter-age', at.group, 'critical', false],
  ]);
});

function missing(): never {
  throw new Error('the alarm is not over');
}
