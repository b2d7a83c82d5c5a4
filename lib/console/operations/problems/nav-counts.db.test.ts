import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAlarmRule, createGroup } from '../../../broker';
import { defaultRulesOf } from '../../../model/alarm/defaults';
import { systemActor } from '../../../model/audit/actor';
import { incidentInsert, incidentTold } from '../../../store/queries/alarm/alarm-incident';
import { call, openTestApi, type TestApi } from '../../../testing/api';
import type { TestBroker } from '../../../testing/broker';

import { read, route } from '../../http/operation';
import { listProblems, navCounts } from './problems';
import type { NavCounts } from './views';

const actor = systemActor('test');
let api: TestApi;
let broker: TestBroker;

beforeAll(async () => {
  api = await openTestApi({ realTime: false });
  broker = api.broker;
});
afterAll(() => api.close());

test('what fires under a silence is counted, and news only when the silence is over', async () => {
  const db = broker.database.store.console;
  const [fields] = defaultRulesOf('embedded');
  if (fields === undefined) throw new Error('there is no default rule');
  const { ruleId, watch, severity, threshold, windowMs } = await createAlarmRule(broker.ctx, fields, {
    reason: '',
    actor,
  });
  const firedAt = broker.clock.nowOrNull();
  const fire = (subject: string, told: boolean) =>
    incidentInsert(db, {
      ...{ ruleId, watch, subject, severity, threshold, windowMs, firedAt, told },
      ...{ becauseUnknown: false, value: 3 },
    });
  const { incidentId } = await fire('billing', true);
  const silenced = await fire('shipping', false);
  const title = 'New dead letters, group billing: 3 messages (rule: 1 message)';
  const news = { incidentId, title, firedAt: firedAt.toISOString() };
  const counts = await api.read<NavCounts>(read(navCounts));
  expect(counts.alarms).toMatchObject({ reading: { kind: 'value', value: 2 }, atLeast: false });
  expect(counts.newest).toEqual([news]);
  await incidentTold(db, silenced.incidentId);
  expect((await api.read<NavCounts>(read(navCounts))).newest).toMatchObject([
    news,
    { incidentId: silenced.incidentId },
  ]);
});

test('what cannot be read is unknown, and what is counted in part is at least', async () => {
  const db = broker.database.store.console;
  await createGroup(broker.ctx, { name: 'uncounted', actor });
  broker.clock.advance(120_000);
  const counts = await api.read<NavCounts>(read(navCounts));
  expect(counts.deadLetters).toMatchObject({ reading: { kind: 'value', value: 0 }, atLeast: true });
  expect(counts.throttled).toMatchObject({ reading: { kind: 'value', value: 0 }, atLeast: false });
  await db.query('ALTER TABLE refusal_sample RENAME TO refusal_sample_away');
  try {
    const less = await api.read<NavCounts>(read(navCounts));
    expect(less.throttled.reading.kind).toBe('unknown');
    expect(less.problems).toMatchObject({ reading: { kind: 'value' }, atLeast: true });
    expect(less.redrives.reading).toMatchObject({ kind: 'value', value: 0 });
  } finally {
    await db.query('ALTER TABLE refusal_sample_away RENAME TO refusal_sample');
  }
  await db.query('ALTER TABLE group_sample RENAME TO group_sample_away');
  try {
    const none = await api.read<NavCounts>(read(navCounts));
    expect([none.problems, none.deadLetters, none.blockedKeys].map(({ reading }) => reading.kind)).toEqual(
      Array.from({ length: 3 }, () => 'unknown'),
    );
    expect(none.alarms.reading.kind).toBe('value');
  } finally {
    await db.query('ALTER TABLE group_sample_away RENAME TO group_sample');
  }
});

test('GET /problems: sentences in UTC, numbers as readings, what was looked for', async () => {
  const { status, data } = await call(route(listProblems));
  expect(status).toBe(200);
  const { items, checks } = data as unknown as { items: { kind: string; says: string }[]; checks: { found: number }[] };
  expect(items.map(({ kind }) => kind)).toContain('numbers-unknown');
  expect(items.find(({ kind }) => kind === 'numbers-unknown')?.says).toMatch(/^of every group unknown\. /);
  expect(checks.every(({ found }) => Number.isInteger(found))).toBe(true);
});
