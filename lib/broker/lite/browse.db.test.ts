import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { LITE_COUNTED } from '../../model/topic/lite-topic';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { listLiteTopics } from './browse';
import { subscribeLite } from './subscribe';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const topic = 'lite-browsed';

async function sendTo(name: string, count: number): Promise<void> {
  const messages = Array.from({ length: count }, () => testMessage({ messageType: 'LITE', messageGroup: name }));
  await send(broker.ctx, { topic, messages });
}

test('lite topics by name: what each group has not got, what waits, and who subscribes', async () => {
  await createTopic(broker.ctx, { name: topic, messageType: 'LITE', queues: 2, actor });
  for (const name of ['agents', 'every']) {
    const liteModel = name === 'every' ? 'all' : 'shared';
    await createGroup(broker.ctx, { name, deliveryOrder: 'ordered', liteModel, actor });
  }
  const names = { topic, group: 'agents' };
  await subscribeLite(broker.ctx, { ...names, clientId: 'a', action: 'add', names: ['s-2', 's-4'] });
  await subscribeLite(broker.ctx, { ...names, clientId: 'b', action: 'add', names: ['s-2'] });
  for (const name of ['s-1', 's-2', 's-3']) await sendTo(name, 3);
  await sendTo('other', LITE_COUNTED + 5);
  const [first, ...rest] = await receiveNow(broker.ctx, { ...names, clientId: 'a', batchSize: 2 });
  if (first === undefined) throw new Error('nothing was received');
  await fail(broker.ctx, { ...names, ...first, clientId: 'a' });
  // It waits for the one before it, and is delivered again after that.
  await ack(broker.ctx, { ...names, entries: rest });
  await subscribeLite(broker.ctx, { topic, group: 'every', clientId: 'c', action: 'all', names: [] });
  const { items, nextCursor } = await listLiteTopics(broker.ctx, { topic });
  const none = { group: 'agents', clients: 0, clientNames: [], waiting: 3, retries: 0 };
  const every = { group: 'every', clients: 1, clientNames: ['c'], waiting: 3, retries: 0 };
  const many = LITE_COUNTED + 1;
  expect(items.map(({ name, readers }) => ({ name, readers }))).toEqual([
    {
      name: 'other',
      readers: [
        { ...none, waiting: many },
        { ...every, waiting: many },
      ],
    },
    { name: 's-1', readers: [none, every] },
    { name: 's-2', readers: [{ ...none, clients: 2, clientNames: ['a', 'b'], waiting: 1, retries: 2 }, every] },
    { name: 's-3', readers: [none, every] },
  ]);
  expect([nextCursor, items[0]?.lastAt, items[0]?.since]).toEqual([null, broker.clock.nowOrNull(), items[0]?.lastAt]);
});

test('by the beginning of their names, page by page; a topic of another type has none', async () => {
  const page = async (cursor?: string, find = 's-') => {
    const { items, nextCursor } = await listLiteTopics(broker.ctx, { topic, find, cursor, limit: 2 });
    return { names: items.map(({ name }) => name), nextCursor };
  };
  expect(await page()).toEqual({ names: ['s-1', 's-2'], nextCursor: 's-2' });
  expect(await page('s-2')).toEqual({ names: ['s-3'], nextCursor: null });
  expect(await page(undefined, 's-3')).toEqual({ names: ['s-3'], nextCursor: null });
  expect(await page(undefined, 'x')).toEqual({ names: [], nextCursor: null });
  await createTopic(broker.ctx, { name: 'not-lite', messageType: 'FIFO', actor });
  await expect(listLiteTopics(broker.ctx, { topic: 'not-lite' })).rejects.toMatchObject({ code: 'not-found' });
});
