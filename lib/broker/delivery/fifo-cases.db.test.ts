import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import type { BrokerErrorCode } from '../../model/errors';
import type { DeliveredMessage } from '../../model/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { createGroup } from '../group/create';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { ack } from './ack';
import { changeInvisible } from './change-invisible';
import { expire } from './expire';
import { fail } from './fail';
import { forward } from './forward';
import { promoteDue } from './promote-due';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

interface Scene {
  readonly topic: string;
  readonly group: string;
}

let scenes = 0;
/** An ordered group, and messages whose key is the first letter of their name. */
async function scene(maxRetries: number, ...labels: string[]): Promise<Scene> {
  scenes += 1;
  const names = { topic: `case-${scenes}`, group: `case-group-${scenes}` };
  const actor = systemActor('test');
  await createGroup(broker.ctx, { name: names.group, deliveryOrder: 'ordered', maxRetries, actor });
  await createTopic(broker.ctx, { name: names.topic, messageType: 'FIFO', queues: 1, actor });
  for (const label of labels) {
    const message = testMessage({ messageId: idOf(names, label), messageGroup: label.slice(0, 1) });
    await send(broker.ctx, { topic: names.topic, messages: [message] });
  }
  return names;
}

const idOf = ({ topic }: Scene, label: string): string => `${topic}-${label}`;

interface Asked {
  readonly count?: number;
  readonly attemptId?: string;
  readonly clientId?: string;
  readonly invisibleMs?: number;
}

/** A simple consumer's receive with 10 s. */
async function take(
  names: Scene,
  { count = 32, invisibleMs = 10_000, ...asked }: Asked = {},
): Promise<DeliveredMessage[]> {
  return await receiveNow(broker.ctx, { ...names, batchSize: count, autoRenew: false, invisibleMs, ...asked });
}

/** "m1 1": the message and which delivery of it this is. */
const labels = (messages: readonly DeliveredMessage[]): string[] =>
  messages.map(({ messageId, attempt }) => `${messageId.split('-').at(-1)} ${attempt}`);

function pick(messages: readonly DeliveredMessage[], label: string): DeliveredMessage {
  const found = messages.find(({ messageId }) => messageId.endsWith(`-${label}`));
  if (found === undefined) throw new Error(`${label} was not delivered`);
  return found;
}

/** Null: OK. */
async function answer(names: Scene, message: DeliveredMessage): Promise<BrokerErrorCode | null> {
  const [outcome] = await ack(broker.ctx, { ...names, entries: [message] });
  return outcome?.error?.code ?? null;
}

async function pass(milliseconds: number): Promise<void> {
  broker.clock.advance(milliseconds);
  await expire(broker.ctx);
  await promoteDue(broker.ctx);
}

async function dead(names: Scene): Promise<unknown[]> {
  const { rows } = await broker.database.store.console.query(
    'SELECT d.msg_id AS id, d.attempts, d.cause FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1',
    [names.group],
  );
  return rows;
}

async function story(names: Scene, label: string): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ line: string }>(
    `SELECT e.state || ' ' || e.attempt || ' ' || e.cause AS line FROM delivery_event e JOIN consumer_group g USING (group_id) JOIN message m USING (queue_id, off)
      WHERE g.name = $1 AND m.msg_id = $2 ORDER BY e.event_id`,
    [names.group, idOf(names, label)],
  );
  return rows.map(({ line }) => line);
}

const failNow = (names: Scene, message: DeliveredMessage): Promise<unknown> =>
  fail(broker.ctx, { ...names, ...message, clientId: 'client-1' });
const forwardNow = (names: Scene, message: DeliveredMessage, deliveryAttempt: number): Promise<void> =>
  forward(broker.ctx, { ...names, ...message, clientId: 'client-1', deliveryAttempt });
const changeNow = (names: Scene, message: DeliveredMessage, invisibleMs: number): Promise<{ receiptHandle: string }> =>
  changeInvisible(broker.ctx, { ...names, ...message, clientId: 'client-1', invisibleMs });

test('[case 38] a head that always fails: 17 deliveries 3 s apart, m2 not seen before; dead once; then m2, m3, m4', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  for (let attempt = 1; attempt <= 17; attempt += 1) {
    const [head, ...others] = await take(names, { count: 1 });
    expect(labels(head === undefined ? [] : [head])).toEqual([`m1 ${attempt}`]);
    expect(others).toEqual([]);
    expect(await take(names)).toEqual([]);
    if (head !== undefined) await failNow(names, head);
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

test('[case 38] the same with a simple consumer that never acks: every try ends with its invisible time', async () => {
  const names = await scene(16, 'm1', 'm2');
  for (let attempt = 1; attempt <= 17; attempt += 1) {
    expect(labels(await take(names, { count: 1 }))).toEqual([`m1 ${attempt}`]);
    await pass(9_999);
    expect(await take(names)).toEqual([]);
    await pass(1);
  }
  expect(await dead(names)).toEqual([{ id: idOf(names, 'm1'), attempts: 17, cause: 'timeout' }]);
  expect(labels(await take(names))).toEqual(['m2 1']);
});

test('[case 39] with two retries the successor starts 2 x 3 s after the first try', async () => {
  const names = await scene(2, 'm1', 'm2');
  const startedAt = broker.clock.nowOrNull().getTime();
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const [head] = await take(names, { count: 1 });
    expect(labels(head === undefined ? [] : [head])).toEqual([`m1 ${attempt}`]);
    if (head !== undefined) await failNow(names, head);
    if (attempt < 3) await pass(3_000);
  }
  expect(labels(await take(names))).toEqual(['m2 1']);
  expect(broker.clock.nowOrNull().getTime() - startedAt).toBe(6_000);
});

test('[case 40] m1 fails once: m1, 3 s, m1, then m2, m3', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  const seen: string[] = [];
  const [head] = await take(names, { count: 1 });
  if (head !== undefined) await failNow(names, head);
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
  if (head !== undefined) await failNow(names, head);
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
  await expect(failNow(names, second)).rejects.toMatchObject({ code: 'invalid-receipt-handle' });
  await expect(forwardNow(names, second, 1)).rejects.toMatchObject({ code: 'invalid-receipt-handle' });
  await expect(changeNow(names, second, 5_000)).rejects.toMatchObject({ code: 'invalid-receipt-handle' });
  await failNow(names, pick(batch, 'm1'));
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
  await forwardNow(names, pick(batch, 'm1'), 17);
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

test('[case 45] m2 changed to 5 s, m1 and m3 acked: m1, m2, m3, m2, m3, m4', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3', 'm4');
  const seen: string[] = [];
  const batch = await take(names, { count: 3 });
  seen.push(...labels(batch));
  await changeNow(names, pick(batch, 'm2'), 5_000);
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
  const { receiptHandle } = await changeNow(names, pick(batch, 'm2'), 60_000);
  expect([await answer(names, pick(batch, 'm3')), await answer(names, pick(batch, 'm1'))]).toEqual([null, null]);
  await pass(30_000);
  expect(await take(names)).toEqual([]);
  expect(await answer(names, { ...pick(batch, 'm2'), receiptHandle })).toBeNull();
  expect(labels(await take(names))).toEqual(['m4 1']);
});

test('[case 45] changed to 0 it is visible at once, once nothing of the batch is held', async () => {
  const names = await scene(16, 'm1', 'm2', 'm3');
  const batch = await take(names, { count: 2 });
  await changeNow(names, pick(batch, 'm1'), 0);
  expect(await take(names)).toEqual([]);
  expect(await answer(names, pick(batch, 'm2'))).toBeNull();
  expect(labels(await take(names))).toEqual(['m1 2', 'm2 2']);
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
  await forwardNow(names, head, 17);
  const next = await take(names, { count: 1 });
  expect(labels(next)).toEqual(['m2 1']);
  await forwardNow(names, head, 17);
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
