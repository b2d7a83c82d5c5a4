import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../../testing/broker';
import { idOf, labels, OrderedConsumer, pick } from '../../testing/ordered-consumer';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const { answer, dead, fail, forward, pass, scene, take } = new OrderedConsumer(() => broker);

test('[case 38] a head that always fails: 17 deliveries 3 s apart, m2 not seen before; dead once; then m2, m3, m4', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  for (let attempt = 1; attempt <= 17; attempt += 1) {
    const [head, ...others] = await take(names, { count: 1 });
    expect(labels(head === undefined ? [] : [head])).toEqual([`m1 ${attempt}`]);
    expect(others).toEqual([]);
    expect(await take(names)).toEqual([]);
    if (head !== undefined) await fail(names, head);
    if (attempt === 17) break;
    await pass(2_999);
    expect(await take(names)).toEqual([]);
    await pass(1);
  }
  expect(await dead(names)).toEqual([{ id: idOf(names, 'm1'), attempts: 17, cause: 'nack' }]);
  for (const label of ['m2', 'm3', 'm4']) {
    const [next] = await take(names, { count: 1 });
    expect(labels(next === undefined ? [] : [next])).toEqual([`${label} 1`]);
    expect(next === undefined ? 'none' : await answer(names, next)).toBeNull();
  }
  expect(await take(names)).toEqual([]);
});

test('[case 38] the same with a simple consumer that never acks and asks for 3 s: the server counts', async () => {
  const names = await scene(16, 'm1', 'm2');
  for (let attempt = 1; attempt <= 17; attempt += 1) {
    expect(labels(await take(names, { count: 1, invisibleMs: 3_000 }))).toEqual([`m1 ${attempt}`]);
    await pass(2_999);
    expect(await take(names)).toEqual([]);
    await pass(1);
  }
  expect(await dead(names)).toEqual([{ id: idOf(names, 'm1'), attempts: 17, cause: 'unconfirmed' }]);
  expect(labels(await take(names))).toEqual(['m2 1']);
});

test('[case 39] with two retries the successor starts 2 x 3 s after the first try', async () => {
  const names = await scene(2, 'm1', 'm2');
  const startedAt = broker.clock.nowOrNull().getTime();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const [head] = await take(names, { count: 1 });
    expect(labels(head === undefined ? [] : [head])).toEqual([`m1 ${attempt}`]);
    if (head !== undefined) await fail(names, head);
    if (attempt < 3) await pass(3_000);
  }
  expect(labels(await take(names))).toEqual(['m2 1']);
  expect(broker.clock.nowOrNull().getTime() - startedAt).toBe(6_000);
});

test('[case 40] m1 fails once: m1, 3 s, m1, then m2, m3', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  const seen: string[] = [];
  const [head] = await take(names, { count: 1 });
  if (head !== undefined) await fail(names, head);
  await pass(3_000);
  for (let round = 0; round < 3; round += 1) {
    const batch = await take(names, { count: 1 });
    seen.push(...labels(batch));
    for (const message of batch) expect(await answer(names, message)).toBeNull();
  }
  expect(seen).toEqual(['m1 2', 'm2 1', 'm3 1']);
});

test('[case 41] a blocked message group does not block another, on the same queue either', async () => {
  const names = await scene(16, 'a1', 'a2', 'b1', 'b2');
  const [head] = await take(names, { count: 1 });
  if (head !== undefined) await fail(names, head);
  expect(labels(await take(names))).toEqual(['b1 1', 'b2 1']);
  await pass(3_000);
  expect(labels(await take(names))).toEqual(['a1 2']);
});

test('[case 42] one message without ack: nothing until its time is over, then it again, then the next', async () => {
  const names = await scene(16, 'm1', 'm2');
  expect(labels(await take(names, { count: 1 }))).toEqual(['m1 1']);
  await pass(9_999);
  expect(await take(names, { count: 1 })).toEqual([]);
  await pass(1);
  const again = await take(names, { count: 1 });
  expect(labels(again)).toEqual(['m1 2']);
  expect(await take(names, { count: 1 })).toEqual([]);
  expect(await answer(names, pick(again, 'm1'))).toBeNull();
  expect(labels(await take(names, { count: 1 }))).toEqual(['m2 1']);
});

test('[case 44] the same attempt id gets the same deliveries, uncounted, with the end counted from now; the old handles hold', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  const asked = { attemptId: 'attempt-1', clientId: 'c' };
  const first = await take(names, asked);
  await pass(8_000);
  const second = await take(names, { ...asked, invisibleMs: 20_000 });
  expect(labels(second)).toEqual(['m1 1', 'm2 1', 'm3 1']);
  expect(second.map(({ receiptHandle }) => receiptHandle)).toEqual(first.map(({ receiptHandle }) => receiptHandle));
  await pass(19_999);
  expect(await take(names, { attemptId: 'attempt-2', clientId: 'c' })).toEqual([]);
  expect(await answer(names, pick(first, 'm1'))).toBeNull();
  await pass(1);
  expect(labels(await take(names, { attemptId: 'attempt-2', clientId: 'c' }))).toEqual(['m2 2', 'm3 2']);
});

test('[case 44] re-deliveries too; and another attempt id, or another client with the same one, gets nothing', async () => {
  const names = await scene(16, 'm1', 'm2');
  await take(names, { attemptId: 'attempt-1', clientId: 'c' });
  await pass(10_000);
  const asked = { attemptId: 'attempt-2', clientId: 'c' };
  const first = await take(names, asked);
  expect(labels(first)).toEqual(['m1 2', 'm2 2']);
  expect(await take(names, { attemptId: 'attempt-1', clientId: 'c' })).toEqual([]);
  expect(await take(names, { attemptId: 'attempt-2', clientId: 'd' })).toEqual([]);
  await pass(9_000);
  const again = await take(names, asked);
  expect(labels(again)).toEqual(['m1 2', 'm2 2']);
  expect(again.map(({ receiptHandle }) => receiptHandle)).toEqual(first.map(({ receiptHandle }) => receiptHandle));
  await pass(9_999);
  expect(await answer(names, pick(first, 'm1'))).toBeNull();
  await pass(1);
  expect(labels(await take(names, asked))).toEqual(['m2 3']);
});

test('[case 46] an ack with the handle of an earlier pop is 40013 and frees nothing', async () => {
  const names = await scene(16, 'm1', 'm2');
  const first = await take(names, { count: 1 });
  await pass(10_000);
  const second = await take(names, { count: 1 });
  await pass(10_000);
  const third = await take(names, { count: 1 });
  expect(labels(third)).toEqual(['m1 3']);
  for (const old of [first, second]) expect(await answer(names, pick(old, 'm1'))).toBe('invalid-receipt-handle');
  expect(await take(names)).toEqual([]);
  expect(await answer(names, pick(third, 'm1'))).toBeNull();
  expect(labels(await take(names))).toEqual(['m2 1']);
});

test('[case 47] forwarded twice: OK both times, one dead letter with the number the client counted, freed once', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  const head = pick(await take(names, { count: 1 }), 'm1');
  await forward(names, head, 17);
  const next = await take(names, { count: 1 });
  expect(labels(next)).toEqual(['m2 1']);
  await forward(names, head, 17);
  expect(await take(names)).toEqual([]);
  expect(await dead(names)).toEqual([{ id: idOf(names, 'm1'), attempts: 17, cause: 'forwarded' }]);
});

test('[case 49] ten messages, five popped without ack: the same five come again, each counted', async () => {
  const names = await scene(16, ...Array.from({ length: 10 }, (_, index) => `m${index}`));
  const wanted = ['m0', 'm1', 'm2', 'm3', 'm4'];
  expect(labels(await take(names, { count: 5, invisibleMs: 3_000 }))).toEqual(wanted.map((label) => `${label} 1`));
  expect(await take(names, { count: 5 })).toEqual([]);
  await pass(3_000);
  const again = await take(names, { count: 5 });
  expect(labels(again)).toEqual(wanted.map((label) => `${label} 2`));
  for (const message of again) expect(await answer(names, message)).toBeNull();
  expect(labels(await take(names, { count: 5 }))).toEqual(['m5 1', 'm6 1', 'm7 1', 'm8 1', 'm9 1']);
});
