import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { startAtFirstSegment } from '../../testing/broker-stage';
import { ack } from '../delivery/ack';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { prune } from './prune';

const HOUR = 3_600_000;
const policy = { retentionMs: 3 * HOUR, segmentMs: HOUR };

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  await startAtFirstSegment(broker);
});
afterAll(() => broker.close());

async function scene(name: string): Promise<{ topic: string; group: string }> {
  await createGroup(broker.ctx, {
    name,
    retryPolicy: { type: 'fixed', intervalMs: 10 * HOUR },
    actor: systemActor('test'),
  });
  await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
  return { topic: name, group: name };
}

async function ackAll(names: { topic: string; group: string }, messages: readonly DeliveredMessage[]): Promise<void> {
  const outcomes = await ack(broker.ctx, { ...names, entries: messages });
  expect(outcomes.every(({ error }) => error === null)).toBe(true);
}

async function count(table: string): Promise<number> {
  const { rows } = await broker.database.store.console.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  return rows[0]?.n ?? -1;
}

test('segments change under a reader: nothing is skipped, nothing comes twice, ids stay known over one change', async () => {
  const names = await scene('flowing');
  const sent: string[] = [];
  const received: string[] = [];
  for (let hour = 0; hour < 6; hour += 1) {
    const messages = Array.from({ length: 10 }, () => testMessage());
    await send(broker.ctx, { topic: names.topic, messages });
    sent.push(...messages.map(({ messageId }) => messageId));
    broker.clock.advance(HOUR);
    await prune(broker.ctx, policy);
    const again = await send(broker.ctx, { topic: names.topic, messages });
    expect(again.every(({ duplicate }) => duplicate)).toBe(true);
    if (hour % 2 === 1) {
      for (
        let batch = await receiveNow(broker.ctx, names);
        batch.length > 0;
        batch = await receiveNow(broker.ctx, names)
      ) {
        received.push(...batch.map(({ messageId }) => messageId));
        await ackAll(names, batch);
      }
    }
  }
  expect(received).toEqual(sent);
});

test('an idle group keeps its place when everything it read is dropped and pruned', async () => {
  const names = await scene('idle');
  await send(broker.ctx, { topic: names.topic, messages: Array.from({ length: 5 }, () => testMessage()) });
  await ackAll(names, await receiveNow(broker.ctx, names));
  for (let hour = 0; hour < 12; hour += 1) {
    broker.clock.advance(HOUR);
    while ((await prune(broker.ctx, policy)).more);
  }
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  const fresh = testMessage();
  const [receipt] = await send(broker.ctx, { topic: names.topic, messages: [fresh] });
  expect(receipt?.offset).toBe(5);
  const batch = await receiveNow(broker.ctx, names);
  expect(batch.map(({ messageId }) => messageId)).toEqual([fresh.messageId]);
  await ackAll(names, batch);
});

test('a message is kept for the retention, whenever in the time of its segment it was stored', async () => {
  const names = await scene('late');
  broker.clock.advance(HOUR);
  await prune(broker.ctx, policy);
  broker.clock.advance(HOUR - 60_000);
  const message = testMessage();
  await send(broker.ctx, { topic: names.topic, messages: [message] });
  broker.clock.advance(60_000);
  for (let hour = 0; hour < 3; hour += 1) {
    while ((await prune(broker.ctx, policy)).more);
    broker.clock.advance(HOUR - 60_000);
  }
  while ((await prune(broker.ctx, policy)).more);
  const batch = await receiveNow(broker.ctx, names);
  expect(batch.map(({ messageId }) => messageId)).toEqual([message.messageId]);
  await ackAll(names, batch);
});

test('a message that a client holds outlives its segment: it can be delivered again, body included', async () => {
  const names = await scene('held');
  await send(broker.ctx, { topic: names.topic, messages: [testMessage({ body: Buffer.from('held') })] });
  await receiveNow(broker.ctx, { ...names, autoRenew: false, invisibleMs: 8 * HOUR });
  for (let hour = 0; hour < 7; hour += 1) {
    broker.clock.advance(HOUR);
    while ((await prune(broker.ctx, policy)).more);
  }
  broker.clock.advance(HOUR);
  await expire(broker.ctx);
  const [again] = await receiveNow(broker.ctx, names);
  expect([again?.attempt, again?.body.toString()]).toEqual([2, 'held']);
  await ackAll(names, again === undefined ? [] : [again]);
  while ((await prune(broker.ctx, policy)).more);
});

test('a message that waits for a retry outlives its segment, body included; afterwards its copy goes', async () => {
  const names = await scene('waiting');
  const message = testMessage({ body: Buffer.from('precious'), properties: { a: 'b' } });
  await send(broker.ctx, { topic: names.topic, messages: [message, testMessage()] });
  const [first, second] = await receiveNow(broker.ctx, names);
  await ackAll(names, second === undefined ? [] : [second]);
  await fail(broker.ctx, {
    ...names,
    receiptHandle: first?.receiptHandle ?? '',
    messageId: message.messageId,
    clientId: 'client-1',
  });
  for (let hour = 0; hour < 10; hour += 1) {
    broker.clock.advance(HOUR);
    while ((await prune(broker.ctx, policy)).more);
  }
  expect(await count('kept_message')).toBe(1);
  const [again] = await receiveNow(broker.ctx, names);
  expect(again).toMatchObject({ messageId: message.messageId, attempt: 2, properties: { a: 'b' } });
  expect(again?.body.toString()).toBe('precious');
  await ackAll(names, again === undefined ? [] : [again]);
  while ((await prune(broker.ctx, policy)).more);
  expect(await count('kept_message')).toBe(0);
  for (let hour = 0; hour < 4; hour += 1) {
    broker.clock.advance(HOUR);
    while ((await prune(broker.ctx, policy)).more);
  }
  expect(await count('delivery_event')).toBe(0);
  expect(await count('segment')).toBeLessThanOrEqual(5);
});
