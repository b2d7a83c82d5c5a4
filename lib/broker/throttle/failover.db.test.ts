import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { failoverList } from '../../store/queries/throttle/topic-failover';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { setFailover } from './set-failover';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');

test('said, changed, taken back; an edit names the version it saw, and the audit log keeps all of it', async () => {
  const { topic } = await Scene.open(broker);
  const say = (endpoints: string | null, version: number): ReturnType<typeof setFailover> =>
    setFailover(broker.ctx, { topic, endpoints, version, reason: 'test', actor });
  expect(await say('b:8081', 0)).toMatchObject({ topic, endpoints: 'b:8081', afterSeconds: 60, version: 1 });
  await expect(say('c:8081', 0)).rejects.toMatchObject({ code: 'conflict', limit: 1, value: 0 });
  const edits = await Promise.allSettled([say('c:8081', 1), say('d:8081', 1)]);
  expect(edits.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await failoverList(broker.database.store.console)).toMatchObject([{ topic, version: 2, updatedBy: 'test' }]);
  await expect(say(null, 1)).rejects.toMatchObject({ code: 'conflict' });
  expect(await say(null, 2)).toBeNull();
  expect(await say(null, 0)).toBeNull();
  const { rows } = await broker.database.store.console.query<{ action: string }>(
    'SELECT action FROM audit WHERE target = $1 ORDER BY audit_id',
    [topic],
  );
  expect(rows.map(({ action }) => action).filter((action) => action !== 'topic.create')).toEqual([
    'topic.failover',
    'topic.failover',
    'topic.failover-remove',
  ]);
});

test.each([
  [{ topic: 'nowhere' }, { code: 'topic-not-found' }],
  [{ endpoints: 'http://b:8081' }, { code: 'bad-request', field: 'endpoints' }],
  [{ afterSeconds: 0 }, { code: 'bad-request', field: 'afterSeconds', value: 0 }],
])('refused: %j', async (fields, expected) => {
  const { topic } = await Scene.open(broker);
  const input = { topic, endpoints: 'b:8081', version: 0, reason: '', actor, ...fields };
  await expect(setFailover(broker.ctx, input)).rejects.toMatchObject(expected);
});
