import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '../../broker/delivery/fail';
import { createGroup } from '../../broker/group/create';
import { send } from '../../broker/message/send';
import { startRedrive } from '../../broker/redrive/start';
import { createTopic } from '../../broker/topic/create';
import { systemActor } from '../../model/audit/actor';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { route } from '../http/operation';
import { startRedrive as startOperation } from '../operations/redrives/start';

const actor = systemActor('test');
const group = 'busy';
let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { ctx } = api.broker;
  await createGroup(ctx, { name: group, maxRetries: 0, actor });
  await createTopic(ctx, { name: group, messageType: 'NORMAL', queues: 1, actor });
  await send(ctx, { topic: group, messages: [testMessage()] });
  for (const { receiptHandle, messageId } of await receiveNow(ctx, { group, topic: group }))
    await fail(ctx, { group, topic: group, receiptHandle, messageId, clientId: 'client-1' });
});
afterAll(() => api.close());

/** Another transaction locks the group, as one that freezes very many dead letters does. @returns ends it */
async function lockGroup(): Promise<() => Promise<void>> {
  const db = await api.broker.database.store.console.connect();
  await db.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '60s'");
  await db.query('SELECT 1 FROM consumer_group WHERE name = $1 FOR NO KEY UPDATE', [group]);
  return async () => {
    await db.query('ROLLBACK');
    db.release();
  };
}

test(
  'a start that gets no lock in time is refused in words, and nothing is left of it',
  { timeout: 30_000 },
  async () => {
    const free = await lockGroup();
    await expect(startRedrive(api.broker.ctx, { group, all: true, reason: 'fixed', actor })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringMatching(/^Another change of this consumer group is in progress.*Nothing was changed/),
    });
    await free();
    expect((await api.broker.ctx.store.console.query('SELECT 1 FROM redrive')).rows).toEqual([]);
  },
);

test('the HTTP API waits for the lock and starts when it is free', { timeout: 30_000 }, async () => {
  const free = await lockGroup();
  const started = call(route(startOperation), { body: { group, all: true, reason: 'fixed' } });
  // Longer than one wait for a lock.
  setTimeout(() => void free(), 4_000);
  expect(await started).toMatchObject({ status: 201, data: { selected: 1 } });
});
