import { afterAll, beforeAll, expect, test } from 'vitest';
import { valueOrNull } from '../../../model/reading';
import { eventAppend, incidentInsert, incidentResolve } from '../../../store/queries/alarm/alarm-incident';
import { openTestApi, type TestApi } from '../../../testing/api';
import type { TestBroker } from '../../../testing/broker';
import { read } from '../../http/operation';
import { alarmPage, alarmsPage } from './alarms';
import type { AlarmsPage, AlarmView } from './views';

let api: TestApi;
let broker: TestBroker;

beforeAll(async () => {
  api = await openTestApi();
  broker = api.broker;
});
afterAll(() => api.close());

const common = {
  ruleId: 1,
  severity: 'warning',
  threshold: 1,
  windowMs: 0,
  becauseUnknown: false,
  told: true,
} as const;

test('the newest resolved ones are listed, all of the week are counted', async () => {
  const db = broker.database.store.console;
  const firedAt = new Date(Date.now() - 3_600_000);
  for (let index = 0; index < 53; index += 1) {
    const given = { ...common, watch: 'deaths', subject: `group-${index}`, firedAt, value: 1 } as const;
    const { incidentId } = await incidentInsert(db, given);
    await incidentResolve(db, incidentId, new Date(), 'cleared');
  }
  const page = await api.read<AlarmsPage>(read(alarmsPage));
  expect(page.resolved).toMatchObject({ value: { total: 53 } });
  expect(valueOrNull(page.resolved)?.newest).toHaveLength(50);
  expect(page.firing).toMatchObject({ value: [] });
});

test('an alarm about a backlog says when that will be done, or that it is unknown; others say nothing', async () => {
  const db = broker.database.store.console;
  const firedAt = new Date();
  const backlog = { ...common, watch: 'backlog', subject: 'no-such-group', firedAt, value: 184_220 } as const;
  const { incidentId } = await incidentInsert(db, backlog);
  await incidentInsert(db, { ...common, ruleId: 2, watch: 'deaths', subject: 'no-such-group', firedAt, value: 1 });
  const { firing } = await api.read<AlarmsPage>(read(alarmsPage));
  const drainOf = (watch: string): AlarmView['drain'] | undefined =>
    valueOrNull(firing)?.find((alarm) => alarm.watch === watch)?.drain;
  expect(drainOf('backlog')).toMatchObject({ kind: 'unknown' });
  expect(drainOf('deaths')).toBeNull();
  await eventAppend(db, incidentId, firedAt, 'fired', { value: 184_220 });
  expect(await api.read(read(alarmPage), `id=${incidentId}`)).toMatchObject({
    alarm: { drain: { kind: 'unknown' } },
    events: [{ kind: 'fired' }],
  });
  await incidentResolve(db, incidentId, new Date(), 'cleared');
  expect(await api.read(read(alarmPage), `id=${incidentId}`)).toMatchObject({ alarm: { drain: null } });
});

test('what fires comes the most severe first, then the longest', async () => {
  const db = broker.database.store.console;
  const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);
  const given = [
    ['info', 90],
    ['critical', 5],
    ['warning', 60],
    ['critical', 30],
  ] as const;
  for (const [severity, minutes] of given) {
    const subject = `severe-${severity}-${minutes}`;
    await incidentInsert(db, { ...common, severity, watch: 'deaths', subject, firedAt: minutesAgo(minutes), value: 1 });
  }
  const { firing } = await api.read<AlarmsPage>(read(alarmsPage));
  const subjects = valueOrNull(firing)?.flatMap(({ subject }) => (subject.startsWith('severe-') ? [subject] : []));
  expect(subjects).toEqual(['severe-critical-30', 'severe-critical-5', 'severe-warning-60', 'severe-info-90']);
});

test('a part that cannot be read is unknown, the others are shown', async () => {
  const db = broker.database.store.console;
  await db.query('ALTER TABLE alarm_channel RENAME TO alarm_channel_gone');
  try {
    const page = await api.read<AlarmsPage>(read(alarmsPage));
    expect(page.channels).toMatchObject({ kind: 'unknown' });
    expect([page.firing.kind, page.rules.kind, page.resolved.kind, page.names.kind]).toEqual(Array(4).fill('value'));
  } finally {
    await db.query('ALTER TABLE alarm_channel_gone RENAME TO alarm_channel');
  }
});
