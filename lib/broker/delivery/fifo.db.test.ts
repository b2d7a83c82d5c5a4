import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';

import type { DeliveredMessage } from '../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { ack } from './ack';
import { changeInvisible } from './change-invisible';
import { expire } from './expire';
import { fail } from './fail';
import { forward } from './forward';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

let scenes = 0;
async function scene({ maxRetries = 2, queues = 1 }: { maxRetries?: number; queues?: number } = {}): Promise<{
  topic: string;
  group: string;
}> {
  scenes += 1;
  const names = { topic: `fifo-${scenes}`, group: `ordered-${scenes}` };
  await createGroup(broker.ctx, {
    name: names.group,
    deliveryOrder: 'ordered',
    maxRetries,
    actor: systemActor('test'),
  });
  await createTopic(broker.ctx, { name: names.topic, messageType: 'FIFO', queues, actor: systemActor('test') });
  return names;
}

async function sendAll(topic: string, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    await send(broker.ctx, {
      topic,
      messages: [testMessage({ messageId: `${topic}-${id}`, messageGroup: id.slice(0, 1) })],
    });
  }
}

type Names = { topic: string; group: string };
const ids = (messages: readonly DeliveredMessage[]): string[] =>
  messages.map(({ messageId }) => messageId.split('-').at(-1) ?? '');
const take = (names: Names, batchSize = 32): Promise<DeliveredMessage[]> =>
  receiveNow(broker.ctx, { ...names, batchSize, autoRenew: false, invisibleMs: 10_000 });

async function ackAll(names: Names, messages: readonly DeliveredMessage[]): Promise<void> {
  const outcomes = await ack(broker.ctx, { ...names, entries: messages });
  expect(outcomes.map(({ error }) => error)).toEqual(messages.map(() => null));
}

async function failOne(names: Names, message: DeliveredMessage | undefined): Promise<void> {
  await fail(broker.ctx, {
    ...names,
    receiptHandle: message?.receiptHandle ?? '',
    messageId: message?.messageId ?? '',
    clientId: 'client-1',
  });
}

async function busyKeys(group: string): Promise<number> {
  const { rows } = await broker.database.store.console.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM fifo_group f JOIN consumer_group g USING (group_id) WHERE g.name = $1',
    [group],
  );
  return rows[0]?.n ?? -1;
}

test('a failing head: tried three times at 3 s gaps, the others of its key wait, other keys flow, then dead and on in order', async () => {
  const names = await scene({ maxRetries: 2 });
  await sendAll(names.topic, 'a1', 'a2', 'a3', 'b1');
  const [head] = await take(names, 1);
  expect(ids(head === undefined ? [] : [head])).toEqual(['a1']);
  expect(ids(await take(names))).toEqual(['b1']);
  await failOne(names, head);
  for (const attempt of [2, 3]) {
    broker.clock.advance(2999);
    expect(ids(await take(names))).toEqual([]);
    broker.clock.advance(1);
    const [again] = await take(names);
    expect([again?.attempt, again?.messageId.endsWith('a1')]).toEqual([attempt, true]);
    await failOne(names, again);
  }
  const rest = await take(names);
  expect(ids(rest)).toEqual(['a2', 'a3']);
  await ackAll(names, rest);
  const { rows } = await broker.database.store.console.query(
    'SELECT attempts, cause FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1',
    [names.group],
  );
  expect(rows).toEqual([{ attempts: 3, cause: 'nack' }]);
});

test('an unacked message blocks its key until its lease ends; then it comes first, again in order', async () => {
  const names = await scene({ maxRetries: 5 });
  await sendAll(names.topic, 'a1', 'a2', 'a3');
  const batch = await take(names, 3);
  expect(ids(batch)).toEqual(['a1', 'a2', 'a3']);
  await ackAll(names, batch.slice(0, 1));
  expect(ids(await take(names))).toEqual([]);
  broker.clock.advance(10_000);
  await expire(broker.ctx);
  const again = await take(names);
  expect(ids(again)).toEqual(['a2', 'a3']);
  expect(again.map(({ attempt }) => attempt)).toEqual([2, 2]);
  await ackAll(names, again);
  expect(await busyKeys(names.group)).toBe(0);
});

test('an ack that comes after its lease counts for nothing, of one message or of all, although nothing ended it yet', async () => {
  const names = await scene();
  await sendAll(names.topic, 'a1', 'a2', 'b1');
  const held = await take(names);
  broker.clock.advance(10_000);
  for (const entries of [held.slice(0, 1), held]) {
    const outcomes = await ack(broker.ctx, { ...names, entries });
    expect(outcomes.map(({ error }) => error?.code)).toEqual(entries.map(() => 'invalid-receipt-handle'));
  }
  await expire(broker.ctx);
  expect(ids(await take(names)).toSorted()).toEqual(['a1', 'a2', 'b1']);
});

test('messages that arrive while their key is blocked are not lost and keep their order', async () => {
  const names = await scene({ maxRetries: 5 });
  await sendAll(names.topic, 'a1');
  const [head] = await take(names, 1);
  await sendAll(names.topic, 'a2', 'b1', 'a3', 'b2');
  expect(ids(await take(names))).toEqual(['b1', 'b2']);
  await ackAll(names, head === undefined ? [] : [head]);
  expect(ids(await take(names, 1))).toEqual(['a2']);
  expect(ids(await take(names))).toEqual([]);
});

test('a batch limit inside a key and between keys passes nothing over', async () => {
  const names = await scene();
  await sendAll(names.topic, 'a1', 'b1', 'a2', 'c1', 'a3', 'b2');
  const seen: string[] = [];
  for (let round = 0; round < 12; round += 1) {
    const batch = await take(names, 2);
    seen.push(...ids(batch));
    await ackAll(names, batch);
  }
  expect(seen.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
  for (const key of ['a', 'b'])
    expect(seen.filter((id) => id.startsWith(key))).toEqual(seen.filter((id) => id.startsWith(key)).toSorted());
  expect(await busyKeys(names.group)).toBe(0);
});

test('forward to the dead letters is idempotent and frees the key once', async () => {
  const names = await scene();
  await sendAll(names.topic, 'a1', 'a2');
  const [head] = await take(names, 1);
  const input = {
    ...names,
    receiptHandle: head?.receiptHandle ?? '',
    messageId: head?.messageId ?? '',
    clientId: 'client-1',
    deliveryAttempt: 17,
  };
  await forward(broker.ctx, input);
  await forward(broker.ctx, input);
  expect(ids(await take(names))).toEqual(['a2']);
  const { rows } = await broker.database.store.console.query(
    'SELECT attempts, cause FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1',
    [names.group],
  );
  expect(rows).toEqual([{ attempts: 17, cause: 'forwarded' }]);
});

test('a changed invisible duration of one message keeps its key blocked until it is done', async () => {
  const names = await scene({ maxRetries: 5 });
  await sendAll(names.topic, 'a1', 'a2', 'a3');
  const [first, second] = await take(names, 2);
  const changed = await changeInvisible(broker.ctx, {
    ...names,
    receiptHandle: second?.receiptHandle ?? '',
    messageId: second?.messageId ?? '',
    clientId: 'client-1',
    invisibleMs: 5000,
  });
  await ackAll(names, first === undefined ? [] : [first]);
  expect(ids(await take(names))).toEqual([]);
  const stale = await ack(broker.ctx, { ...names, entries: second === undefined ? [] : [second] });
  expect(stale[0]?.error?.code).toBe('invalid-receipt-handle');
  broker.clock.advance(5000);
  await expire(broker.ctx);
  const dead = await ack(broker.ctx, {
    ...names,
    entries: [{ receiptHandle: changed.receiptHandle, messageId: second?.messageId ?? '' }],
  });
  expect(dead[0]?.error?.code).toBe('invalid-receipt-handle');
  const again = await take(names, 1);
  expect(ids(again)).toEqual(['a2']);
  await ackAll(names, again);
  expect(ids(await take(names))).toEqual(['a3']);
});

test('a hot key does not hold up the others: 5 000 in one, one in each of 50 others', async () => {
  const names = await scene();
  const hot = Array.from({ length: 5000 }, (_, index) =>
    testMessage({ messageId: `${names.topic}-h${index}`, messageGroup: 'hot' }),
  );
  await send(broker.ctx, { topic: names.topic, messages: hot });
  const others = Array.from({ length: 50 }, (_, index) =>
    testMessage({ messageId: `${names.topic}-o${index}`, messageGroup: `other-${index}` }),
  );
  await send(broker.ctx, { topic: names.topic, messages: others });
  const served = new Set<string>();
  for (let claim = 0; claim < 12 && served.size < 50; claim += 1) {
    for (const { messageGroup } of await take(names))
      if (messageGroup !== 'hot' && messageGroup !== null) served.add(messageGroup);
  }
  expect(served.size).toBe(50);
});
