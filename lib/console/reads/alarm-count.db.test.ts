import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApiToken } from '../../auth/manage-api-tokens';
import { createAlarmRule } from '../../broker';
import { DEFAULT_RULES } from '../../model/alarm/defaults';
import { systemActor } from '../../model/actor';
import { incidentInsert, incidentTold } from '../../store/queries/alarm/alarm-incident';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { type AlarmCount, alarmCountRead } from './alarms';

vi.mock('server-only', () => ({}));
vi.mock('next/headers', () => ({}));

const slot = globalThis as unknown as Record<symbol, unknown>;
const KEY = Symbol.for('redrive.runtime');
const before = slot[KEY];
const actor = systemActor('test');
let broker: TestBroker;
let token: string;

beforeAll(async () => {
  broker = await createTestBroker();
  const { ctx, database } = broker;
  slot[KEY] = { ready: { ctx, store: database.store, log: ctx.log, config: {} } };
  token = (await createApiToken(database.store, actor, { name: 'test viewer', rights: 'viewer' })).secret;
});
afterAll(async () => {
  slot[KEY] = before;
  await broker.close();
});

async function read(): Promise<AlarmCount> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await alarmCountRead.GET(new Request('http://localhost/api/console/alarm-count', { headers }));
  return ((await answer.json()) as { readonly data: AlarmCount }).data;
}

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
  expect(await read()).toEqual({ firing: 2, newest: [news] });
  await incidentTold(db, silenced.incidentId);
  expect((await read()).newest).toMatchObject([news, { incidentId: silenced.incidentId }]);
});
