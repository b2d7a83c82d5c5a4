import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAlarmRule } from '../../broker';
import { DEFAULT_RULES } from '../../model/alarm/defaults';
import { systemActor } from '../../model/actor';
import { incidentInsert, incidentTold } from '../../store/queries/alarm/alarm-incident';
import { openTestApi, type TestApi } from '../../testing/api';
import type { TestBroker } from '../../testing/broker';
import { type AlarmCount, alarmCountRead } from './alarms';

vi.mock('server-only', () => ({}));
vi.mock('next/headers', () => ({}));

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
  const [fields] = DEFAULT_RULES;
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
  expect(await api.read<AlarmCount>(alarmCountRead)).toEqual({ firing: 2, newest: [news] });
  await incidentTold(db, silenced.incidentId);
  expect((await api.read<AlarmCount>(alarmCountRead)).newest).toMatchObject([
    news,
    { incidentId: silenced.incidentId },
  ]);
});
