import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../../auth/manage-api-tokens';
import { addMember } from '../../../auth/teams/add-member';
import { makeTeam } from '../../../auth/teams/make-team';
import { createAlarmRule, createGroup, createTopic, pauseGroup } from '../../../broker';
import { defaultRulesOf } from '../../../model/alarm/defaults';
import { systemActor } from '../../../model/audit/actor';
import type { TeamRole } from '../../../model/access/team';
import { eventAppend, incidentInsert, incidentResolve } from '../../../store/queries/alarm/alarm-incident';
import { appendAudit } from '../../../store/queries/audit/audit-append';
import { auditBetween } from '../../../store/queries/audit/audit-between';
import { call, openTestApi, type TestApi } from '../../../testing/api';
import { explained } from '../../../testing/explained';
import { route } from '../../http/operation';
import { getHandover } from './handover';

const actor = systemActor('test');
const HOUR_MS = 3_600_000;
const ago = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { ctx, database } = api.broker;
  const db = database.store.console;
  for (const name of ['billing', 'ledger']) await createGroup(ctx, { name, actor });
  await createTopic(ctx, { name: 'billing', messageType: 'NORMAL', queues: 1, actor });
  const [fields] = defaultRulesOf('embedded');
  if (fields === undefined) throw new Error('there is no default rule');
  const { ruleId, watch, severity, threshold, windowMs } = await createAlarmRule(ctx, fields, { reason: '', actor });
  const fire = (subject: string, hours: number) =>
    incidentInsert(db, {
      ...{ ruleId, watch, subject, severity, threshold, windowMs, firedAt: ago(hours), told: true },
      ...{ becauseUnknown: false, value: 7 },
    });
  const early = await fire('billing', 30);
  await incidentResolve(db, early.incidentId, ago(29), 'cleared');
  const { incidentId } = await fire('billing', 5);
  await eventAppend(db, incidentId, ago(4), 'acknowledged', { actor: 'ana', note: 'looking at the gateway' });
  await fire('ledger', 3);
  const run = (id: number, group: string, at: number, finished: number | null) =>
    db.query(
      `INSERT INTO redrive (redrive_id, group_id, state, selection, selected, reason, created_by, frozen_at,
         finished_at) OVERRIDING SYSTEM VALUE
       SELECT $1, group_id, $2, '{}', 4, 'fixed in 2.14', 'po', $3, $4 FROM consumer_group WHERE name = $5`,
      [id, finished === null ? 'paused' : 'completed', ago(at), finished === null ? null : ago(finished), group],
    );
  await run(901, 'billing', 40, 39);
  await run(902, 'billing', 38, null);
  await run(903, 'ledger', 2, 1);
  await pauseGroup(ctx, { name: 'billing', reason: 'gateway is down', actor });
  const note = (action: string, target: string) =>
    appendAudit(db, { actor, action, target, reason: `about ${target}` });
  await db.query(
    `INSERT INTO redirect (redirect_id, group_id, target_topic_id, rate_per_second, canary, since, until, reason,
       created_by, state, stopped_itself, state_at, state_why) OVERRIDING SYSTEM VALUE
     SELECT 41, g.group_id, t.topic_id, 1, 1, $1, $1::timestamptz + interval '1 day', '', 'po', 'paused', true, $1, 'x'
       FROM consumer_group g, topic t WHERE g.name = 'billing'`,
    [ago(4)],
  );
  await note('redirect.pause', 'billing');
  await note('redrive.pause', 'RD-902');
  await note('redrive.pause', 'RD-903');
  await note('cause.triage', 'billing abc');
  await note('problem.acknowledge', 'dead-letters billing');
  for (const kept of ['session.open', 'access.deny', 'message.unmask', 'user.add']) await note(kept, 'billing');
});
afterAll(() => api.close());

interface Found {
  readonly items: readonly Record<string, unknown>[];
  readonly more: boolean;
  readonly total: number;
  readonly isAtLeast: boolean;
}

async function read(query = '', token?: string) {
  const { status, data } = await call(route(getHandover), { query, ...(token === undefined ? {} : { token }) });
  const part = (name: string) =>
    (data as Record<string, { kind: string; value: Partial<Found>; reason?: string }>)[name];
  const all = (name: string, field: string) => part(name)?.value.items?.map((item) => item[field]);
  return { status, data, part, all };
}

test('alarms, changes and re-drives that were there at some time of the span', async () => {
  const { all } = await read('?from=-6h');
  expect(all('alarms', 'title')).toEqual([
    expect.stringContaining('group ledger: up to 7 messages'),
    expect.stringContaining('group billing: up to 7 messages'),
  ]);
  // a paused one is not over, however long ago it began
  expect(all('redrives', 'id')).toEqual(['903', '902']);
  expect(all('changes', 'action')).toEqual([
    ...['problem.acknowledge', 'cause.triage', 'redrive.pause', 'redrive.pause', 'redirect.pause', 'group.pause'],
    ...['alarm-rule.create', 'topic.create', 'group.create', 'group.create'],
  ]);
  const early = await read(`?from=${ago(31).toISOString()}&to=${ago(28).toISOString()}`);
  expect(early.all('alarms', 'ended')).toEqual([expect.stringMatching(/^Resolved: /)]);
  expect(early.all('redrives', 'id')).toEqual(['902']);
  expect(early.all('changes', 'action')).toEqual([]);
});

test('of one group: neither another group nor a topic of its name', async () => {
  const { all, data } = await read('?from=-6h&group=billing');
  expect(data['group']).toBe('billing');
  expect(all('alarms', 'events')).toEqual([
    [expect.objectContaining({ kind: 'acknowledged', actor: 'ana', note: 'looking at the gateway' })],
  ]);
  expect(all('redrives', 'id')).toEqual(['902']);
  expect(all('changes', 'action')).toEqual([
    ...['problem.acknowledge', 'cause.triage', 'redrive.pause', 'redirect.pause', 'group.pause', 'group.create'],
  ]);
  expect(all('open', 'kind')).toContain('redirect-stopped');
  expect((await read('?from=-6h&group=ledger')).all('open', 'kind')).not.toContain('redirect-stopped');
  expect(all('changes', 'reason')).toContain('gateway is down');
  expect(JSON.stringify(data)).not.toContain('ledger');
});

test.each([
  ['backwards', () => '?from=-1h&to=-2h', 'from'],
  ['of no length', () => `?from=2026-11-20T00:00Z&to=2026-11-20T00:00Z`, 'from'],
  ['ahead', () => `?to=${ago(-1).toISOString()}`, 'to'],
  ['too long', () => '?from=-32d', 'from'],
  ['too old', () => '?from=-91d&to=-80d', 'from'],
  ['no time', () => '?from=yesterday', 'from'],
])('a span that is %s is refused, and names what is wrong', async (_of, query, field) => {
  const { status, data } = await read(query());
  expect(status).toBe(400);
  expect(data).toMatchObject({ error: { code: 'bad-request', field } });
});

test('a group that does not exist is not found', async () => {
  expect((await read('?group=nothing')).status).toBe(404);
});

test('a list that is longer than its limit says that there are others', async () => {
  const db = api.broker.database.store.console;
  await db.query(
    `INSERT INTO redrive (group_id, state, selection, selected, reason, created_by, frozen_at, finished_at)
     SELECT group_id, 'completed', '{}', 1, 'many', 'po', clock_timestamp() - interval '10 days', clock_timestamp()
       FROM consumer_group, generate_series(1, 60) WHERE name = 'ledger'`,
  );
  const { part } = await read('?from=-9d');
  const { items, more, total, isAtLeast } = part('redrives')?.value ?? {};
  expect([items?.length, more, total, isAtLeast]).toEqual([50, true, 63, false]);
  await db.query("DELETE FROM redrive WHERE reason = 'many'");
});

test('of many notes of one alarm the newest are listed, and how many there were is said', async () => {
  const db = api.broker.database.store.console;
  const { part } = await read('?from=-6h&group=billing');
  const id = Number(part('alarms')?.value.items?.[0]?.['incidentId']);
  await db.query(
    `INSERT INTO alarm_event (incident_id, at, kind, actor, note)
     SELECT $1, clock_timestamp() - interval '1 hour' + n * interval '1 second', 'silenced', 'ana', 'note ' || n
       FROM generate_series(1, 250) n`,
    [id],
  );
  const after = await read('?from=-6h');
  await db.query("DELETE FROM alarm_event WHERE kind = 'silenced'");
  const own = after.part('alarms')?.value.items?.find(({ incidentId }) => incidentId === id);
  const notes = own?.['events'] as readonly { note: string }[] | undefined;
  expect([notes?.length, notes?.[0]?.note, notes?.at(-1)?.note, own?.['eventsTotal']]).toEqual([
    ...[50, 'note 201', 'note 250', 251],
  ]);
});

test('a group has the problems and the changes of a re-drive that is older than the listed ones', async () => {
  const db = api.broker.database.store.console;
  await db.query(
    `INSERT INTO redrive (redrive_id, group_id, state, selection, selected, reason, created_by, frozen_at, stopped_at,
       stopped_why, stopped_failed, stopped_of) OVERRIDING SYSTEM VALUE
     SELECT 800, group_id, 'stopped', '{}', 4, 'old', 'po', $1, $1, 'canary-failed', 4, 4
       FROM consumer_group WHERE name = 'billing'`,
    [ago(50)],
  );
  await appendAudit(db, { actor, action: 'redrive.pause', target: 'RD-800', reason: 'about the old one' });
  await db.query(
    `INSERT INTO redrive (redrive_id, group_id, state, selection, selected, reason, created_by, frozen_at, finished_at)
       OVERRIDING SYSTEM VALUE
     SELECT 10000 + n, group_id, 'completed', '{}', 1, 'many', 'po', $1, clock_timestamp()
       FROM consumer_group, generate_series(1, 60) n WHERE name = 'billing'`,
    [ago(40)],
  );
  await expect
    .poll(async () => (await read('?from=-6h&group=billing')).part('open')?.value.items?.map(({ key }) => key))
    .toContain('redrive-stopped RD-800');
  const { all } = await read('?from=-6h&group=billing');
  expect(all('redrives', 'id')).not.toContain('800');
  expect(all('changes', 'target')).toContain('RD-800');
  await db.query("DELETE FROM redrive WHERE reason IN ('many', 'old')");
});

test('of the audit log neither what is before the span is read, nor what is after it', async () => {
  const db = api.broker.database.store.console;
  await db.query(
    `INSERT INTO audit (actor_kind, actor, action, target)
     SELECT 'system', 'test', 'group.note', 'ledger' FROM generate_series(1, 3000)`,
  );
  await db.query('ANALYZE audit, audit_chain');
  const about = { prefixes: ['group.'], without: [], workspace: null, group: null, runs: [] };
  const rowsOf = async (from: Date, to: Date) => {
    const { text } = await explained(db, (spy) => auditBetween(spy, { ...about, from, to }, 10_000));
    const [, rows] = /audit_chain c .*?\(actual rows=(\d+)/.exec(text) ?? [];
    return Number(rows ?? 0);
  };
  expect(await rowsOf(ago(6), ago(-1))).toBeGreaterThan(3000);
  // every link is from now
  expect(await rowsOf(ago(6), ago(3))).toBe(0);
});

test('a part that the caller may not see is unknown with the reason, and no other part is', async () => {
  const { status, part } = await read('?from=-6h', api.tokens.get('viewer'));
  expect(status).toBe(200);
  expect(part('alarms')?.kind).toBe('value');
  expect(part('changes')).toMatchObject({ kind: 'unknown', reason: expect.stringContaining('audit:read') });
  const { part: less } = await read('?from=-6h', api.tokens.get('groups'));
  expect([less('alarms')?.kind, less('redrives')?.kind, less('open')?.kind]).toEqual(['unknown', 'unknown', 'value']);
});

test('a team is handed over what it sees, and of changes only what it may read', async () => {
  const { store } = api.broker.database;
  const secretOf = async (name: string, role: TeamRole) => {
    const { secret } = await createApiToken(store, actor, { name, rights: 'member', expiresInDays: null });
    const { teamId } = await makeTeam(store, actor, { name: `Team of ${name}`, prefixes: ['bill'] });
    const by = { actor, principal: { kind: 'operator', role: 'admin', operatorId: null } } as const;
    await addMember(store, by, { teamId, kind: 'token', name, role });
    return secret;
  };
  const { all, data } = await read('?from=-6h', await secretOf('ours', 'operator'));
  expect(JSON.stringify(data)).not.toContain('ledger');
  expect(all('redrives', 'id')).toEqual(['902']);
  const own = ['billing', 'billing', 'billing', 'billing'];
  expect(all('changes', 'target')).toEqual(['billing abc', 'RD-902', ...own]);
  const watching = await secretOf('watching', 'viewer');
  expect((await read('?from=-6h', watching)).part('changes')?.kind).toBe('unknown');
  expect((await read('?group=ledger', watching)).status).toBe(404);
  // Who sees all groups, and has a right in one team, reads no changes of the others.
  const { secret: both } = await createApiToken(store, actor, { name: 'both', rights: 'viewer', expiresInDays: null });
  const { teamId } = await makeTeam(store, actor, { name: 'Team of both', prefixes: ['bill'] });
  const by = { actor, principal: { kind: 'operator', role: 'admin', operatorId: null } } as const;
  await addMember(store, by, { teamId, kind: 'token', name: 'both', role: 'operator' });
  const wide = await read('?from=-6h', both);
  expect([wide.status, wide.part('changes')?.kind]).toEqual([200, 'unknown']);
});
