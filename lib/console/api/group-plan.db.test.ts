import { afterAll, beforeAll, expect, test } from 'vitest';
import { fail } from '../../broker/delivery/fail';
import { createGroup } from '../../broker/group/create';
import { updateGroup } from '../../broker/group/update';
import { send } from '../../broker/message/send';
import { readRetryTide } from '../../broker/retry/tide';
import { createTopic } from '../../broker/topic/create';
import { systemActor } from '../../model/audit/actor';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow, testMessage } from '../../testing/broker';
import { reads } from '../reads/registry';
import { route } from '../http/operation';
import { getGroup } from '../operations/groups/get';
import { putGroup } from '../operations/groups/put';
import { revertGroup } from '../operations/groups/revert';
import { createTopic as createTopicOperation } from '../operations/topics/create';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());

const actor = systemActor('test');
const SLOW = { type: 'exponential', initialMs: 600_000, maxMs: 7_200_000, multiplier: 2 } as const;
const FAST = { type: 'fixed', intervalMs: 3000 } as const;

/** A group with ten messages: three failed and wait for ten minutes, two are in flight. */
async function scene(name: string): Promise<void> {
  const { ctx } = api.broker;
  await createGroup(ctx, { name, retryPolicy: SLOW, actor });
  await createTopic(ctx, { name, messageType: 'NORMAL', queues: 1, actor });
  await send(ctx, { topic: name, messages: Array.from({ length: 10 }, () => testMessage()) });
  const got = await receiveNow(ctx, { group: name, topic: name, batchSize: 5 });
  for (const { receiptHandle, messageId } of got.slice(0, 3))
    await fail(ctx, { group: name, topic: name, receiptHandle, messageId, clientId: 'client-1' });
}

test('a dry run says how many messages move to the DLQ within an hour, before and after', async () => {
  await scene('planned');
  const params = { group: 'planned' };
  const body = { retryPolicy: FAST, version: 1, dryRun: true };
  expect(await call(route(putGroup), { params, body })).toMatchObject({
    status: 200,
    data: {
      ...{ dryRun: true, version: 1, retryPolicy: FAST },
      effect: {
        ...{ harm: 'danger', messages: 3, sooner: 3, lostInHour: { before: 0, after: 3 } },
        ...{ noneLeft: { before: 0, after: 0 }, timeToDlqMs: { after: 48_000 }, bound: null },
      },
    },
  });
  expect(await call(route(putGroup), { params, body: { ...body, maxRetries: 0 } })).toMatchObject({
    data: { effect: { harm: 'danger', noneLeft: { before: 0, after: 3 } } },
  });
  const longer = { retryPolicy: { ...SLOW, maxMs: 14_400_000 }, version: 1, dryRun: true };
  expect(await call(route(putGroup), { params, body: longer })).toMatchObject({
    data: { effect: { harm: null, sooner: 0 } },
  });
  const now = await call(route(getGroup), { params });
  expect(now.data).toMatchObject({ version: 1, retryPolicy: SLOW });
  // The real one has no effect to tell.
  const done = await call(route(putGroup), { params, body: { retryPolicy: FAST, version: 1 } });
  expect(done.data).toMatchObject({ version: 2 });
  expect(done.data).not.toHaveProperty('effect');
  // What was foretold is what the page of the retries says now.
  expect(await readRetryTide(api.broker.ctx, { group: 'planned', aheadMs: [3_600_000] })).toMatchObject({
    deathsInHour: 3,
  });
});

test('a dry run of a revert says the same, and is refused like the revert', async () => {
  await scene('reverted');
  const { ctx } = api.broker;
  await updateGroup(ctx, { name: 'reverted', version: 1, retryPolicy: FAST, actor });
  await updateGroup(ctx, { name: 'reverted', version: 2, retryPolicy: SLOW, actor });
  const params = { group: 'reverted' };
  expect(await call(route(revertGroup), { params, body: { to: 2, version: 3, dryRun: true } })).toMatchObject({
    status: 200,
    data: { dryRun: true, version: 3, effect: { harm: 'danger', lostInHour: { before: 0, after: 3 } } },
  });
  expect(await call(route(revertGroup), { params, body: { to: 9, version: 3, dryRun: true } })).toMatchObject({
    status: 404,
  });
  expect(await call(route(revertGroup), { params, body: { to: 2, version: 1, dryRun: true } })).toMatchObject({
    ...{ status: 409, data: { error: { field: 'version' } } },
  });
  expect(await call(route(revertGroup), { params, body: { to: 2, version: 3 } })).toMatchObject({
    ...{ status: 400, data: { error: { field: 'reason' } } },
  });
  expect(await call(route(putGroup), { params, body: { maxRetries: 1, dryRun: true } })).toMatchObject({
    ...{ status: 400, data: { error: { field: 'version' } } },
  });
});

test('one refusal lists every field: settings, what is in progress, names, and the shape of the body', async () => {
  await scene('refused');
  const { ctx } = api.broker;
  const params = { group: 'refused' };
  const wrong = { maxRetries: -1, consumptionTimeoutMs: 1, deliveryOrder: 'ordered', messageModel: 'broadcasting' };
  for (const dryRun of [true, false]) {
    const { status, data } = await call(route(putGroup), { params, body: { ...wrong, version: 1, dryRun } });
    expect(status).toBe(400);
    expect(data['error']).toMatchObject({
      ...{ code: 'bad-request', field: 'maxRetries', value: -1 },
      problems: [
        { field: 'maxRetries', limit: '0 to 1000', value: -1 },
        { field: 'consumptionTimeoutMs', value: 1 },
        { field: 'messageModel', limit: 'no message in progress', value: 5 },
        { field: 'messageModel', limit: 'no unread message', value: 5 },
        {
          ...{ field: 'deliveryOrder', value: 5 },
          message: "Ordering can't be changed while messages are in progress (2 in flight, 3 waiting).",
        },
      ],
    });
  }
  await expect(
    updateGroup(ctx, { name: 'refused', version: 1, deliveryOrder: 'ordered', actor }),
  ).rejects.toMatchObject({ code: 'conflict', problems: [{ field: 'deliveryOrder' }] });
  const topic = await call(route(createTopicOperation), { body: { name: 'a b', type: 'NORMAL', queues: 65 } });
  expect(topic.data['error']).toMatchObject({ field: 'topic', problems: [{ field: 'topic' }, { field: 'queues' }] });
  const shape = await call(route(putGroup), { params, body: { maxRetries: 'x', consumptionTimeoutMs: 'y', no: 1 } });
  expect(shape.data['error']).toMatchObject({
    problems: [{ field: 'maxRetries' }, { field: 'consumptionTimeoutMs' }, { field: 'no' }],
  });
});

test('the pages know what is in progress, and count attempts as the API does', async () => {
  await scene('paged');
  const work = { inFlight: 2, waiting: 3, orderedKeys: 0, openRedrives: 0, unread: 5, connected: 0 };
  const buckets = [{ attempt: 1, leased: false, messages: 3 }];
  expect(await api.read(reads.settingsEvidence, 'group=paged')).toMatchObject({ work, buckets });
  // Counting it takes longer than all else on these pages: the browser asks for it when they are there.
  for (const read of [reads.groupConfig, reads.groupHistory]) {
    const page = await api.read<Record<string, unknown>>(read, 'group=paged');
    expect(Object.keys(page).filter((name) => ['work', 'buckets', 'facts'].includes(name))).toEqual([]);
  }
});
