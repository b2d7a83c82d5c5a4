import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { reportFailure } from '../failure/report';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const STEPS_S = [10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1200, 1800, 3600, 7200];

/** Fails every delivery; each wait is checked to the millisecond. Leaves the scene right after the last failure. */
async function failThrough(at: Scene, waitsMs: readonly number[]): Promise<string> {
  const messageId = await at.send();
  let delivered = await at.one(at.push());
  for (const [index, waitMs] of waitsMs.entries()) {
    expect(delivered).toMatchObject({ messageId, attempt: index + 1 });
    await at.fail(delivered);
    delivered = await at.dueAfter(waitMs);
  }
  expect(delivered.attempt).toBe(waitsMs.length + 1);
  await at.fail(delivered);
  return messageId;
}

async function expectDead(at: Scene, messageId: string, attempts: number): Promise<void> {
  broker.clock.advance(24 * 3600_000);
  await deadLetterExhausted(broker.ctx);
  expect(await at.push()).toEqual([]);
  expect(await at.deadLetters()).toEqual([{ messageId, attempts, cause: 'nack' }]);
}

test('[case 1] the default group: 10 s, 30 s, 1 m ... 2 h, delivery 17 is the last, then the dead letters', async () => {
  const at = await Scene.open(broker);
  const messageId = await failThrough(
    at,
    STEPS_S.map((seconds) => seconds * 1000),
  );
  await expectDead(at, messageId, 17);
});

test('[case 2] three retries: four deliveries 10, 30, 60 s apart, one dead letter', async () => {
  const at = await Scene.open(broker, { maxRetries: 3 });
  await expectDead(at, await failThrough(at, [10_000, 30_000, 60_000]), 4);
});

test('[case 3] twenty retries: those after the sixteenth come 2 h apart, delivery 21 is the last', async () => {
  const at = await Scene.open(broker, { maxRetries: 20 });
  const waitsMs = [...STEPS_S, 7200, 7200, 7200, 7200].map((seconds) => seconds * 1000);
  await expectDead(at, await failThrough(at, waitsMs), 21);
});

test('[case 4] no retries: the first failure is the last', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await expectDead(at, await failThrough(at, []), 1);
});

test('[case 5] two failures, then success: deliveries at 0, 10 and 40 s, committed, nothing after', async () => {
  const at = await Scene.open(broker);
  await at.send();
  await at.fail(await at.one(at.push()));
  await at.fail(await at.dueAfter(10_000));
  const third = await at.dueAfter(30_000);
  expect(third.attempt).toBe(3);
  expect(await at.ack(third)).toMatchObject([{ error: null }]);
  broker.clock.advance(60_000);
  expect(await at.push()).toEqual([]);
  expect(await at.deadLetters()).toEqual([]);
});

test('[case 6] a listener that throws is a failure like any other: same waits, and its reason is kept', async () => {
  const at = await Scene.open(broker);
  const messageId = await at.send();
  const first = await at.one(at.push());
  await reportFailure(broker.ctx, {
    messageId,
    group: at.group,
    attempt: 1,
    errorType: 'TypeError',
    message: 'thrown',
  });
  await at.fail(first);
  const second = await at.dueAfter(10_000);
  await at.fail(second);
  expect((await at.dueAfter(30_000)).attempt).toBe(3);
});

test('[case 7] 4 s of work before the failure: the next delivery starts 14 s after the first', async () => {
  const at = await Scene.open(broker);
  await at.send();
  const startedAt = broker.clock.nowOrNull().getTime();
  const first = await at.one(at.push());
  broker.clock.advance(4_000);
  await at.fail(first);
  await at.dueAfter(10_000);
  expect(broker.clock.nowOrNull().getTime() - startedAt).toBe(14_000);
});

test('[case 8] the limit lowered while retry 5 waits: not delivered again, dead when it falls due', async () => {
  const at = await Scene.open(broker);
  const messageId = await at.send();
  let delivered = await at.one(at.push());
  for (const seconds of STEPS_S.slice(0, 4)) {
    await at.fail(delivered);
    delivered = await at.dueAfter(seconds * 1000);
  }
  await at.fail(delivered);
  await at.edit({ maxRetries: 3 });
  broker.clock.advance(179_999);
  expect(await deadLetterExhausted(broker.ctx)).toBe(0);
  broker.clock.advance(1);
  expect(await at.push()).toEqual([]);
  expect(await deadLetterExhausted(broker.ctx)).toBe(1);
  expect(await at.deadLetters()).toEqual([{ messageId, attempts: 5, cause: 'limit-lowered' }]);
});

test('[case 8] the limit raised while the last retry is under way: it goes on instead of dying', async () => {
  const at = await Scene.open(broker, { maxRetries: 1, retryPolicy: { type: 'customized', intervalsMs: [1_000] } });
  await at.send();
  await at.fail(await at.one(at.push()));
  const last = await at.dueAfter(1_000);
  await at.edit({ maxRetries: 2 });
  await at.fail(last);
  expect((await at.dueAfter(1_000)).attempt).toBe(3);
});

test('[case 9] an exponential group: 5 s doubled up to 2 h', async () => {
  const at = await Scene.open(broker, {
    maxRetries: 13,
    retryPolicy: { type: 'exponential', initialMs: 5_000, maxMs: 7_200_000, multiplier: 2 },
  });
  const waitsMs = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 7200, 7200].map((seconds) => seconds * 1000);
  await expectDead(at, await failThrough(at, waitsMs), 14);
});

test('[case 10] a customized list: its last interval repeats', async () => {
  const at = await Scene.open(broker, {
    maxRetries: 5,
    retryPolicy: { type: 'customized', intervalsMs: [1_000, 2_000, 3_000] },
  });
  await expectDead(at, await failThrough(at, [1_000, 2_000, 3_000, 3_000, 3_000]), 6);
});

test('[case 11] three deliveries of one message differ in attempt and handle only', async () => {
  const at = await Scene.open(broker, { retryPolicy: { type: 'customized', intervalsMs: [1_000] } });
  await at.send({
    keys: ['k1', 'k2'],
    tag: 'TagA',
    properties: { colour: 'blue' },
    traceContext: 'trace',
    body: Buffer.alloc(4096, 'x'),
  });
  const deliveries = [await at.one(at.push())];
  for (let attempt = 1; attempt < 3; attempt += 1) {
    await at.fail(deliveries.at(-1) ?? { receiptHandle: '', messageId: '' });
    deliveries.push(await at.dueAfter(1_000));
  }
  const same = deliveries.map((delivery) => ({ ...delivery, attempt: 0, receiptHandle: '', leaseEndsAt: null }));
  expect(same[1]).toEqual(same[0]);
  expect(same[2]).toEqual(same[0]);
  expect(same[0]).toMatchObject({ tag: 'TagA', keys: ['k1', 'k2'], properties: { colour: 'blue' }, topic: at.topic });
  expect(same[0]?.body).toHaveLength(4096);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(new Set(deliveries.map(({ receiptHandle }) => receiptHandle)).size).toBe(3);
});

test('[case 12] any consumer of the group may get the retry; together they get N + 1 deliveries', async () => {
  const at = await Scene.open(broker, { maxRetries: 5, retryPolicy: { type: 'customized', intervalsMs: [1_000] } });
  const messageId = await at.send();
  let delivered = await at.one(at.push({ clientId: 'client-0' }));
  for (let retry = 1; retry <= 5; retry += 1) {
    await at.fail(delivered);
    delivered = await at.dueAfter(1_000, () => at.push({ clientId: `client-${retry % 3}` }));
    expect(delivered).toMatchObject({ messageId, attempt: retry + 1 });
  }
  await at.fail(delivered);
  await expectDead(at, messageId, 6);
});

test('[case 13] a failure in one group is nothing to another', async () => {
  const failing = await Scene.open(broker, { retryPolicy: { type: 'customized', intervalsMs: [1_000] } });
  const well = await failing.beside();
  await failing.send();
  await well.ack(await well.one(well.push()));
  await failing.fail(await failing.one(failing.push()));
  expect((await failing.dueAfter(1_000)).attempt).toBe(2);
  broker.clock.advance(3600_000);
  expect(await well.push()).toEqual([]);
});

test('[case 14] a waiting retry holds nothing up: a hundred new messages come before it', async () => {
  const at = await Scene.open(broker);
  const failed = await at.send();
  await at.fail(await at.one(at.push()));
  const sent = await at.sendMany(100);
  const received: string[] = [];
  for (let batch = await at.push(); batch.length > 0; batch = await at.push()) {
    await at.ack(...batch);
    received.push(...batch.map(({ messageId }) => messageId));
  }
  expect(received.toSorted()).toEqual(sent.toSorted());
  expect(await at.dueAfter(10_000)).toMatchObject({ messageId: failed, attempt: 2 });
});

test('[case 15] a message whose tag no subscription names counts as consumed: no delivery, no retry, no dead letter', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const wanted = await at.send({ tag: 'TagA' });
  await at.send({ tag: 'TagB' });
  const filter = { type: 'TAG', expression: 'TagA' } as const;
  const delivered = await at.one(at.push({ filter }));
  expect(delivered.messageId).toBe(wanted);
  await at.ack(delivered);
  broker.clock.advance(3600_000);
  await deadLetterExhausted(broker.ctx);
  expect(await at.push({ filter: { type: 'TAG', expression: '*' } })).toEqual([]);
  expect(await at.deadLetters()).toEqual([]);
});
