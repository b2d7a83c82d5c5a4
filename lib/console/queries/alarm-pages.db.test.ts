import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { systemActor } from '../../model/actor';
import { eventAppend, incidentInsert, incidentResolve } from '../../store/queries/alarm/alarm-incident';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { alarmRead, type AlarmsPage, alarmsRead, type AlarmView } from './alarms';

vi.mock('server-only', () => ({}));
vi.mock('next/headers', () => ({}));

const slot = globalThis as unknown as Record<symbol, unknown>;
const KEY = Symbol.for('redrive.runtime');
const before = slot[KEY];
let broker: TestBroker;
let token = '';

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  const { ctx, database } = broker;
  slot[KEY] = { ready: { ctx, store: database.store, log: ctx.log, config: {}, listClients: () => [] } };
  token = (await createApiToken(database.store, systemActor('test'), { name: 'viewer', rights: 'viewer' })).secret;
});
afterAll(async () => {
  slot[KEY] = before;
  await broker.close();
});

async function read<T>(route: { GET: (request: Request) => Promise<Response> }, query = ''): Promise<T> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await route.GET(new Request(`http://console.test/api/console/x${query}`, { headers }));
  return ((await response.json()) as { data: T }).data;
}

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
  const page = await read<AlarmsPage>(alarmsRead);
  expect(page.resolved).toHaveLength(50);
  expect(page.resolvedTotal).toBe(53);
  expect(page.firing).toEqual([]);
});

test('an alarm about a backlog says when that will be done, or that nobody knows; others say nothing', async () => {
  const db = broker.database.store.console;
  const firedAt = new Date();
  const backlog = { ...common, watch: 'backlog', subject: 'no-such-group', firedAt, value: 184_220 } as const;
  const { incidentId } = await incidentInsert(db, backlog);
  await incidentInsert(db, { ...common, ruleId: 2, watch: 'deaths', subject: 'no-such-group', firedAt, value: 1 });
  const { firing } = await read<AlarmsPage>(alarmsRead);
  const drainOf = (watch: string): AlarmView['drain'] | undefined =>
    firing.find((alarm) => alarm.watch === watch)?.drain;
  expect(drainOf('backlog')).toMatchObject({ kind: 'unknown' });
  expect(drainOf('deaths')).toBeNull();
  await eventAppend(db, incidentId, firedAt, 'fired', { value: 184_220 });
  expect(await read(alarmRead, `?id=${incidentId}`)).toMatchObject({
    alarm: { drain: { kind: 'unknown' } },
    events: [{ kind: 'fired' }],
  });
  await incidentResolve(db, incidentId, new Date(), 'cleared');
  expect(await read(alarmRead, `?id=${incidentId}`)).toMatchObject({ alarm: { drain: null } });
});
