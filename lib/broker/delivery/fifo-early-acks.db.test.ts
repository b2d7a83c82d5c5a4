import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../../testing/broker';
import { idOf, labels, OrderedConsumer, pick } from '../../testing/ordered-consumer';
import { readTimeline } from '../message/read-timeline';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const { answer, change, dead, fail, forward, pass, scene, story, take } = new OrderedConsumer(() => broker);

test('[case 43] acks of m2 and m3 without m1 are OK and void: all three come again in order', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  const batch = await take(names, { count: 3 });
  expect(labels(batch)).toEqual(['m1 1', 'm2 1', 'm3 1']);
  expect([await answer(names, pick(batch, 'm3')), await answer(names, pick(batch, 'm2'))]).toEqual([null, null]);
  await pass(9_999);
  expect(await take(names)).toEqual([]);
  await pass(1);
  const again = await take(names, { count: 3 });
  expect(labels(again)).toEqual(['m1 2', 'm2 2', 'm3 2']);
  expect(await story(names, 'm2')).toEqual([
    'Inflight 1 delivered',
    'Inflight 1 acked-early',
    'Ready 1 restarted',
    'Inflight 2 delivered',
  ]);
  for (const message of again) expect(await answer(names, message)).toBeNull();
  expect((await story(names, 'm2')).at(-1)).toBe('Commit 2 acked');
  expect(labels(await take(names))).toEqual(['m4 1']);
});

test('[case 43] the ack of m1 in time makes those of m2 and m3 final; m4 follows', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  const batch = await take(names, { count: 3 });
  for (const label of ['m3', 'm2', 'm1']) expect(await answer(names, pick(batch, label))).toBeNull();
  expect(labels(await take(names))).toEqual(['m4 1']);
  await pass(60_000);
  expect(labels(await take(names))).toEqual(['m4 2']);
  expect((await story(names, 'm3')).slice(-2)).toEqual(['Inflight 1 acked-early', 'Commit 1 acked']);
  expect(await story(names, 'm1')).toEqual([]);
});

test('[case 43] acks of one call count together, in whatever order: nothing is early', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  const batch = await take(names);
  await Promise.all(batch.toReversed().map((message) => answer(names, message)));
  await pass(60_000);
  expect(await take(names)).toEqual([]);
  expect(await story(names, 'm3')).toEqual([]);
});

test('[case 43] an ack only counts as far as its own predecessors: m2 is final with m1, m4 waits for m3', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  const batch = await take(names);
  for (const label of ['m2', 'm4', 'm1']) expect(await answer(names, pick(batch, label))).toBeNull();
  await pass(10_000);
  expect(labels(await take(names))).toEqual(['m3 2', 'm4 2']);
});

test('[case 43] a repeated ack ahead of its turn is OK, before and after it was void; it decides nothing', async () => {
  const names = await scene(16, 'm1', 'm2');
  const batch = await take(names);
  const second = pick(batch, 'm2');
  expect([await answer(names, second), await answer(names, second)]).toEqual([null, null]);
  await expect(fail(names, second)).rejects.toMatchObject({ code: 'invalid-receipt-handle' });
  await expect(forward(names, second, 1)).rejects.toMatchObject({ code: 'invalid-receipt-handle' });
  await expect(change(names, second, 5_000)).rejects.toMatchObject({ code: 'invalid-receipt-handle' });
  await fail(names, pick(batch, 'm1'));
  expect(await answer(names, second)).toBeNull();
  await pass(3_000);
  expect(labels(await take(names))).toEqual(['m1 2', 'm2 2']);
  expect(await answer(names, second)).toBeNull();
  await pass(10_000);
  expect(labels(await take(names))).toEqual(['m1 3', 'm2 3']);
});

test('[case 43] re-deliveries follow the same rule', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  await take(names);
  await pass(10_000);
  const second = await take(names);
  expect(labels(second)).toEqual(['m1 2', 'm2 2', 'm3 2']);
  for (const label of ['m3', 'm2']) expect(await answer(names, pick(second, label))).toBeNull();
  expect(await answer(names, pick(second, 'm2'))).toBeNull();
  await pass(10_000);
  const third = await take(names);
  expect(labels(third)).toEqual(['m1 3', 'm2 3', 'm3 3']);
  for (const label of ['m2', 'm3', 'm1']) expect(await answer(names, pick(third, label))).toBeNull();
  await pass(60_000);
  expect(await take(names)).toEqual([]);
});

test('[case 43] a head forwarded to the dead letters is finished: the acks behind it are final', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  const batch = await take(names, { count: 3 });
  for (const label of ['m2', 'm3']) expect(await answer(names, pick(batch, label))).toBeNull();
  await forward(names, pick(batch, 'm1'), 17);
  expect(await dead(names)).toEqual([{ id: idOf(names, 'm1'), attempts: 17, cause: 'forwarded' }]);
  await pass(60_000);
  expect(labels(await take(names))).toEqual(['m4 1']);
});

test('[case 43] with the last delivery of the head gone to the dead letters, the acks behind it are final', async () => {
  const names = await scene(1, 'm1', 'm2', 'm3');
  for (const attempt of [1, 2]) {
    const batch = await take(names);
    expect(labels(batch)).toEqual([`m1 ${attempt}`, `m2 ${attempt}`, `m3 ${attempt}`]);
    expect(await answer(names, pick(batch, 'm2'))).toBeNull();
    if (attempt === 2) expect(await answer(names, pick(batch, 'm3'))).toBeNull();
    await pass(10_000);
  }
  expect(await dead(names)).toEqual([{ id: idOf(names, 'm1'), attempts: 2, cause: 'timeout' }]);
  expect(await take(names)).toEqual([]);
  expect((await story(names, 'm2')).at(-1)).toBe('Commit 2 acked');
});

test('[case 43] the message page tells it: acknowledged before its predecessor, then delivered again', async () => {
  const names = await scene(16, 'm1', 'm2');
  const batch = await take(names);
  await answer(names, pick(batch, 'm2'));
  const [early] = await readTimeline(broker.ctx, { messageId: idOf(names, 'm2') });
  const ackedAt = broker.clock.nowOrNull().toISOString();
  expect(early?.state).toBe('in-flight');
  expect(early?.deliveries).toMatchObject([{ attempt: 1, state: 'in-flight', ackedEarlyAt: ackedAt }]);
  await pass(10_000);
  const [again] = await readTimeline(broker.ctx, { messageId: idOf(names, 'm2') });
  expect(again).toMatchObject({ state: 'ready', waitingBehind: { headId: idOf(names, 'm1') } });
  expect(again?.deliveries).toMatchObject([
    { attempt: 1, state: 'restarted', cause: 'restarted', ackedEarlyAt: ackedAt },
  ]);
});

test('[case 43a] only m1 acked: delivery starts again at m2, in order', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  const batch = await take(names);
  expect(await answer(names, pick(batch, 'm1'))).toBeNull();
  await pass(9_999);
  expect(await take(names)).toEqual([]);
  await pass(1);
  expect(labels(await take(names))).toEqual(['m2 2', 'm3 2']);
});

test('[case 45] m2 changed to 5 s, m1 and m3 acked: m1, m2, m3, m2, m3, m4', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  const seen: string[] = [];
  const batch = await take(names, { count: 3 });
  seen.push(...labels(batch));
  await change(names, pick(batch, 'm2'), 5_000);
  expect([await answer(names, pick(batch, 'm1')), await answer(names, pick(batch, 'm3'))]).toEqual([null, null]);
  await pass(4_999);
  expect(await take(names)).toEqual([]);
  await pass(1);
  for (let round = 0; round < 3; round += 1) {
    const next = await take(names, { count: 1 });
    seen.push(...labels(next));
    for (const message of next) expect(await answer(names, message)).toBeNull();
  }
  expect(seen).toEqual(['m1 1', 'm2 1', 'm3 1', 'm2 2', 'm3 2', 'm4 1']);
});

test('[case 45] m2 changed to longer than the others have: the ack of m3 waits for it, and counts when m2 is acked', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  const batch = await take(names, { count: 3 });
  const changed = await change(names, pick(batch, 'm2'), 60_000);
  expect([await answer(names, pick(batch, 'm3')), await answer(names, pick(batch, 'm1'))]).toEqual([null, null]);
  await pass(30_000);
  expect(await take(names)).toEqual([]);
  expect(await answer(names, changed)).toBeNull();
  expect(labels(await take(names))).toEqual(['m4 1']);
});

test('[case 45] changed to 0 it is visible at once, once nothing of the batch is held', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  const batch = await take(names, { count: 2 });
  await change(names, pick(batch, 'm1'), 0);
  expect(await take(names)).toEqual([]);
  expect(await answer(names, pick(batch, 'm2'))).toBeNull();
  expect(labels(await take(names))).toEqual(['m1 2', 'm2 2']);
});
