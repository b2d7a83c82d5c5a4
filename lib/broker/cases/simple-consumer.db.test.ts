import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../../testing/broker';
import { type Held, Scene } from '../../testing/scene';
import { expire } from '../delivery/expire';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const EXPIRED = { code: 'invalid-receipt-handle' };

/** What is there at this instant, after the loop that ends leases has looked. */
async function there(at: Scene, invisibleMs = 10_000): Promise<Awaited<ReturnType<Scene['simple']>>> {
  await expire(broker.ctx);
  return await at.simple({ invisibleMs });
}

test('[case 22] without an ack the next delivery comes when the invisible duration ends, known failure or not', async () => {
  const at = await Scene.open(broker);
  await at.send();
  expect((await at.one(there(at, 30_000))).attempt).toBe(1);
  broker.clock.advance(10_000);
  expect(await there(at)).toEqual([]);
  expect((await at.dueAfter(20_000, () => there(at))).attempt).toBe(2);
});

test('[case 23] changed to 5 s at 2 s: delivered at 7 s, and the handle is a new one', async () => {
  const at = await Scene.open(broker);
  await at.send();
  const first = await at.one(there(at));
  broker.clock.advance(2_000);
  const changed = await at.change(first, 5_000);
  expect(changed.receiptHandle).not.toBe('');
  expect(changed.receiptHandle).not.toBe(first.receiptHandle);
  expect((await at.dueAfter(5_000, () => there(at))).attempt).toBe(2);
});

test('[case 24] extended to 60 s at 5 s: nothing at 10 s, delivered at 65 s; the extension was no attempt', async () => {
  const at = await Scene.open(broker);
  await at.send();
  const first = await at.one(there(at));
  broker.clock.advance(5_000);
  await at.change(first, 60_000);
  broker.clock.advance(5_000);
  expect(await there(at)).toEqual([]);
  expect((await at.dueAfter(55_000, () => there(at))).attempt).toBe(2);
});

test('[case 25, 26] after the time is over neither ack nor change is taken; the handle of the next delivery is', async () => {
  const at = await Scene.open(broker);
  await at.send();
  const first = await at.one(there(at));
  broker.clock.advance(11_000);
  expect(await at.ack(first)).toMatchObject([{ error: EXPIRED }]);
  await expect(at.change(first, 30_000)).rejects.toMatchObject(EXPIRED);
  const second = await at.one(there(at));
  expect(second.attempt).toBe(2);
  expect(await at.ack(second)).toMatchObject([{ error: null }]);
  broker.clock.advance(3600_000);
  expect(await there(at)).toEqual([]);
});

test('[case 28] changed to 0: there at once; more than 12 h is refused with the limit', async () => {
  const at = await Scene.open(broker);
  await at.send();
  const first = await at.one(there(at));
  await expect(at.change(first, 43_200_001)).rejects.toMatchObject({
    code: 'illegal-invisible-time',
    field: 'invisibleDuration',
    limit: '0 ms to 43200000 ms',
    value: 43_200_001,
  });
  await at.change(first, 0);
  expect((await at.one(there(at))).attempt).toBe(2);
});

test('[case 29] one entry over, one good: each has its own outcome', async () => {
  const at = await Scene.open(broker);
  await at.send();
  const over = await at.one(there(at));
  broker.clock.advance(10_000);
  await at.send();
  const [first, second] = await there(at);
  const good = [first, second].find((message) => message?.attempt === 1) as Held;
  expect(await at.ack(over, good)).toMatchObject([{ error: EXPIRED }, { error: null }]);
});

test('[case 31] one retry, never acked: two deliveries, then a dead letter at the end of the second', async () => {
  const at = await Scene.open(broker, { maxRetries: 1 });
  const messageId = await at.send();
  await at.one(there(at));
  await at.dueAfter(10_000, () => there(at));
  broker.clock.advance(9_999);
  await expire(broker.ctx);
  expect(await at.deadLetters()).toEqual([]);
  broker.clock.advance(1);
  expect(await there(at)).toEqual([]);
  expect(await at.deadLetters()).toEqual([{ messageId, attempts: 2, cause: 'unconfirmed' }]);
});

test('[case 32] fifty asked, a hundred there: 32 come', async () => {
  const at = await Scene.open(broker);
  await at.sendMany(100);
  expect((await at.simple({ batchSize: 50 })).length).toBeLessThanOrEqual(32);
});

test('[case 37] of three, two acked and one changed to 30 s: only that one comes again', async () => {
  const at = await Scene.open(broker);
  await at.sendMany(3);
  const held = await there(at);
  expect(held).toHaveLength(3);
  const three = held.pop() as Held;
  await at.ack(...held);
  await at.change(three, 30_000);
  const again = await at.dueAfter(30_000, () => there(at));
  expect(again).toMatchObject({ messageId: three.messageId, attempt: 2 });
});

test('[case 37a] three deliveries without ack, the fourth acked: at 0, 10, 20, 30 s, none after', async () => {
  const at = await Scene.open(broker);
  await at.send();
  expect((await at.one(there(at))).attempt).toBe(1);
  for (const attempt of [2, 3]) expect((await at.dueAfter(10_000, () => there(at))).attempt).toBe(attempt);
  const fourth = await at.dueAfter(10_000, () => there(at));
  expect(fourth.attempt).toBe(4);
  await at.ack(fourth);
  broker.clock.advance(3600_000);
  expect(await there(at)).toEqual([]);
});

test('[case 37b] 10 s changed to 20 s at once: nothing at 10 s, there at 20 s, and its ack is taken', async () => {
  const at = await Scene.open(broker);
  await at.send();
  await at.change(await at.one(there(at)), 20_000);
  broker.clock.advance(10_000);
  expect(await there(at)).toEqual([]);
  const second = await at.dueAfter(10_000, () => there(at));
  expect(await at.ack(second)).toMatchObject([{ error: null }]);
});

test('[case 37c] an acked message cannot be changed; a repeated ack of it is fine', async () => {
  const at = await Scene.open(broker);
  await at.send();
  const message = await at.one(there(at));
  await at.ack(message);
  await expect(at.change(message, 30_000)).rejects.toMatchObject(EXPIRED);
  expect(await at.ack(message)).toMatchObject([{ error: null }]);
});

test('[case 37d] three hundred messages, each acked: none comes twice', async () => {
  const at = await Scene.open(broker);
  const sent = await at.sendMany(300);
  const received: string[] = [];
  for (let batch = await there(at); batch.length > 0; batch = await there(at)) {
    expect(batch.length).toBeLessThanOrEqual(32);
    await at.ack(...batch);
    received.push(...batch.map(({ messageId }) => messageId));
    broker.clock.advance(1_000);
  }
  broker.clock.advance(3600_000);
  expect(await there(at)).toEqual([]);
  expect(received.toSorted()).toEqual(sent.toSorted());
});

test('[case 37e] all acked but the first: only the first comes again, after its time', async () => {
  const at = await Scene.open(broker);
  await at.sendMany(20);
  const [first, ...others] = await there(at);
  expect(others).toHaveLength(19);
  await at.ack(...others);
  expect(await at.dueAfter(10_000, () => there(at))).toMatchObject({ messageId: first?.messageId, attempt: 2 });
});
