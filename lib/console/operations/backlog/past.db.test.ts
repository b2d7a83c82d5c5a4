import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../../auth/manage-api-tokens';
import { addMember } from '../../../auth/teams/add-member';
import { makeTeam } from '../../../auth/teams/make-team';
import { createAlarmRule, createGroup } from '../../../broker';
import { defaultRulesOf } from '../../../model/alarm/defaults';
import { systemActor } from '../../../model/audit/actor';
import { incidentInsert, incidentResolve } from '../../../store/queries/alarm/alarm-incident';
import { call, openTestApi, type TestApi } from '../../../testing/api';
import { route } from '../../http/operation';
import { getPast } from './past';

const actor = systemActor('test');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** On a full minute, so that steps of both lengths begin there. */
const NOW = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const ago = (hours: number, plusMs = 0): Date => new Date(NOW - hours * HOUR_MS + plusMs);

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { ctx, database } = api.broker;
  const db = database.store.console;
  for (const name of ['billing', 'ledger', 'young']) await createGroup(ctx, { name, actor });
  await db.query(`UPDATE consumer_group SET created_at = created_at - interval '20 days' WHERE name <> 'young'`);
  const sample = (group: string, step: 10 | 60, at: Date, dead: number | null) =>
    db.query(
      `INSERT INTO group_sample (group_id, step_s, at, ready, in_flight, waiting, dead, blocked_keys)
       SELECT group_id, $2, $3, NULL, 2, 3, $4, 0 FROM consumer_group WHERE name = $1`,
      [group, step, at, dead],
    );
  await sample('billing', 10, ago(3), 7);
  // levels were not read in it
  await sample('billing', 10, ago(3, 10_000), null);
  await sample('billing', 60, ago(48), 5);
  const [fields] = defaultRulesOf('embedded');
  if (fields === undefined) throw new Error('there is no default rule');
  const { ruleId, watch, severity, threshold, windowMs } = await createAlarmRule(ctx, fields, { reason: '', actor });
  const fire = (subject: string, hours: number) =>
    incidentInsert(db, {
      ...{ ruleId, watch, subject, severity, threshold, windowMs, firedAt: ago(hours), told: true },
      ...{ becauseUnknown: false, value: 7 },
    });
  const { incidentId } = await fire('billing', 4);
  await incidentResolve(db, incidentId, ago(2), 'cleared');
  await fire('ledger', 3.5);
});
afterAll(() => api.close());

interface Answer {
  readonly groups: { readonly items: readonly Record<string, unknown>[] };
  readonly alarms: { readonly kind: string; readonly value: { readonly items: readonly { readonly title: string }[] } };
}

async function read(asOf: string, more = '', token?: string) {
  const query = `?asOf=${encodeURIComponent(asOf)}${more}`;
  const { status, data } = await call(route(getPast), { query, ...(token === undefined ? {} : { token }) });
  return { status, data, found: data as unknown as Answer };
}

test('the newest sample up to the moment; what was not recorded is null, and never 0', async () => {
  const { found } = await read(ago(3, 15_000).toISOString());
  expect(found.groups.items).toEqual([
    {
      ...{ name: 'billing', at: ago(3).toISOString(), ready: null, inFlight: 2, waiting: 3, dead: 7, blockedKeys: 0 },
      ...{ consumers: null, oldestReadyAt: null, deathsDue: null },
    },
    {
      ...{ name: 'ledger', at: null, ready: null, inFlight: null, waiting: null, dead: null, blockedKeys: null },
      ...{ consumers: null, oldestReadyAt: null, deathsDue: null },
    },
  ]);
  expect(found.alarms.value.items.map(({ title }) => title)).toEqual([
    // Their highest values may be of later.
    'New dead letters, group ledger',
    'New dead letters, group billing',
  ]);
});

test('a sample that is too old, or whose step had not ended by the moment, is not that of the moment', async () => {
  for (const moment of [ago(3, 40_000), ago(3, 9_999), ago(48, 59_999), ago(48, 240_000)])
    expect((await read(moment.toISOString())).found.groups.items[0]).toMatchObject({ name: 'billing', at: null });
});

test('older than a day there is a sample each minute; the moment may be milliseconds', async () => {
  const { data, found } = await read(String(ago(48, 90_000).getTime()), '&group=billing');
  expect(data['stepSeconds']).toBe(60);
  expect(found.groups.items).toMatchObject([{ name: 'billing', at: ago(48).toISOString(), dead: 5 }]);
  expect(found.alarms.value.items).toEqual([]);
});

test.each([
  ['ahead', () => ago(-1).toISOString(), /in the past/],
  ['ahead in milliseconds', () => '99999999999999', /in the past/],
  ['older than the samples', () => '-15d', /at most 14 days ago/],
  ['no time', () => 'yesterday', /asOf must be a time/],
  ['a number of seconds', () => '1764320000', /asOf must be a time/],
])('a moment that is %s is refused', async (_of, asOf, message) => {
  const { status, data } = await read(asOf());
  expect(status).toBe(400);
  expect(data).toMatchObject({ error: { field: 'asOf', message: expect.stringMatching(message) } });
});

test('a group that did not exist then is refused with the time of its creation, and is not in the list', async () => {
  const { status, data } = await read('-3h', '&group=young');
  expect(status).toBe(400);
  expect(data).toMatchObject({ error: { message: expect.stringContaining('later than the creation of the group') } });
  expect((await read('-3h', '&group=nothing')).status).toBe(404);
});

test('a team sees the past of its groups alone, and a token without the right no alarms', async () => {
  const { store } = api.broker.database;
  const { secret } = await createApiToken(store, actor, { name: 'ours', rights: 'member', expiresInDays: null });
  const { teamId } = await makeTeam(store, actor, { name: 'Ours', prefixes: ['bill'] });
  const by = { actor, principal: { kind: 'operator', role: 'admin', operatorId: null } } as const;
  await addMember(store, by, { teamId, kind: 'token', name: 'ours', role: 'viewer' });
  const { data, found } = await read(ago(3, 10_000).toISOString(), '', secret);
  expect(found.groups.items).toMatchObject([{ name: 'billing', dead: 7 }]);
  expect(JSON.stringify(data)).not.toContain('ledger');
  expect((await read('-3h', '&group=ledger', secret)).status).toBe(404);
  expect((await read('-3h', '', api.tokens.get('groups'))).found.alarms.kind).toBe('unknown');
});
