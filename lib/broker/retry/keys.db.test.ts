import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import type { RetryVerb } from '../../model/delivery/retry-change';
import { blockedKeys } from '../../store/queries/group-stats/blocked-keys';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { createTopic } from '../topic/create';
import { changeKey } from './change-key';
import { changeRetries } from './change-retries';
import { readKeyLane } from './key-lane';

const ana: Actor = { kind: 'operator', name: 'ana@example.com', address: '127.0.0.1' };
const MINUTE = 60_000;
let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

let scenes = 0;

async function scene(): Promise<string> {
  scenes += 1;
  const name = `keys-${scenes}`;
  const actor = systemActor('test');
  const retryPolicy = { type: 'fixed', intervalMs: MINUTE } as const;
  await createGroup(broker.ctx, { name, deliveryOrder: 'ordered', maxRetries: 3, retryPolicy, actor });
  await createTopic(broker.ctx, { name, messageType: 'FIFO', queues: 1, actor });
  return name;
}

async function sendTo(name: string, ...keys: readonly string[]): Promise<string[]> {
  const messages = keys.map((messageGroup) => testMessage({ messageGroup }));
  await send(broker.ctx, { topic: name, messages });
  return messages.map(({ messageId }) => messageId);
}

function claim(name: string, batchSize = 32): Promise<DeliveredMessage[]> {
  return receiveNow(broker.ctx, { group: name, topic: name, batchSize });
}

async function idsOf(delivered: Promise<readonly DeliveredMessage[]>): Promise<string[]> {
  return (await delivered).map(({ messageId }) => messageId);
}

function failOne(name: string, message: DeliveredMessage | undefined): Promise<unknown> {
  const { receiptHandle = '', messageId = '' } = message ?? {};
  return fail(broker.ctx, { group: name, topic: name, receiptHandle, messageId, clientId: 'client-1' });
}

function ackAll(name: string, delivered: readonly DeliveredMessage[]): Promise<unknown> {
  return ack(broker.ctx, { group: name, topic: name, entries: [...delivered] });
}

function change(verb: RetryVerb, name: string, key: string) {
  return changeKey(broker.ctx, verb, { group: name, key, reason: 'INC-9', actor: ana });
}

async function keysOf(name: string) {
  const { groupId } = await broker.ctx.groups.find(name);
  return await blockedKeys(broker.database.store.console, broker.clock.nowOrNull(), { groupId, limit: 10 });
}

/** The head of key a failed, two more wait behind it, and key b is free. */
async function blocked(): Promise<{ name: string; head: string; behind: string[] }> {
  const name = await scene();
  const [head = ''] = await sendTo(name, 'a');
  await failOne(name, (await claim(name))[0]);
  const behind = await sendTo(name, 'a', 'a');
  return { name, head, behind };
}

test('retry head now: delivered at once, the rest of the key behind it', async () => {
  const { name, head, behind } = await blocked();
  expect(await claim(name)).toEqual([]);
  expect(await change('now', name, 'a')).toMatchObject({ messageId: head, topic: name, queueNo: 0 });
  const delivered = await claim(name);
  expect(delivered).toMatchObject([{ messageId: head, attempt: 2 }]);
  await expect(change('now', name, 'a')).rejects.toMatchObject({ code: 'conflict', field: 'key' });
  await expect(change('bury', name, 'a')).rejects.toThrow(/client-1 has the head message of this key until 2026/);
  await ackAll(name, delivered);
  expect(await idsOf(claim(name))).toEqual(behind);
});

test('head to the dead letters: the next of the key goes on', async () => {
  const { name, head, behind } = await blocked();
  expect(await change('bury', name, 'a')).toMatchObject({ messageId: head });
  expect(await idsOf(claim(name))).toEqual(behind);
  const [timeline] = await readTimeline(broker.ctx, { messageId: head });
  expect(timeline).toMatchObject({ state: 'dead', deathCause: 'buried' });
  const { rows } = await broker.database.store.console.query<{ action: string; after: unknown; reason: string }>(
    'SELECT action, after, reason FROM audit WHERE target = $1 ORDER BY audit_id DESC LIMIT 1',
    [name],
  );
  expect(rows[0]).toMatchObject({ action: 'key.bury', reason: 'INC-9', after: { key: 'a', messageId: head } });
});

test('a held key delivers nothing, others flow; released it goes on in order', async () => {
  const { name, head, behind } = await blocked();
  await change('hold', name, 'a');
  await expect(change('hold', name, 'a')).rejects.toMatchObject({ code: 'conflict' });
  const [other] = await sendTo(name, 'b');
  const late = await sendTo(name, 'a');
  broker.clock.advance(10 * MINUTE);
  const free = await claim(name);
  expect(free.map(({ messageId }) => messageId)).toEqual([other]);
  await ackAll(name, free);
  expect(await keysOf(name)).toMatchObject([{ key: 'a', headId: head, behind: 3, holdBy: 'ana@example.com' }]);
  expect((await readTimeline(broker.ctx, { messageId: head }))[0]).toMatchObject({
    state: 'held',
    held: { by: 'ana@example.com', reason: 'INC-9' },
  });
  await expect(change('now', name, 'a')).rejects.toThrow(/cannot be changed: held/);
  await change('release', name, 'a');
  const again = await claim(name);
  expect(again.map(({ messageId }) => messageId)).toEqual([head]);
  await ackAll(name, again);
  expect(await idsOf(claim(name))).toEqual([...behind, ...late]);
});

test('held while a client has its head: what the client has goes on, and then nothing', async () => {
  const name = await scene();
  const [head = ''] = await sendTo(name, 'a');
  const delivered = await claim(name);
  const [next = ''] = await sendTo(name, 'a');
  await change('hold', name, 'a');
  await ackAll(name, delivered);
  broker.clock.advance(MINUTE);
  expect(await claim(name)).toEqual([]);
  expect((await readTimeline(broker.ctx, { messageId: head }))[0]).toMatchObject({ state: 'consumed' });
  expect(await keysOf(name)).toMatchObject([{ key: 'a', headId: null, behind: 1 }]);
  await change('release', name, 'a');
  expect(await idsOf(claim(name))).toEqual([next]);
});

test('a head that fails while its key is held waits held, and does not die', async () => {
  const name = await scene();
  await sendTo(name, 'a', 'a');
  const delivered = await claim(name);
  await change('hold', name, 'a');
  await failOne(name, delivered[0]);
  await failOne(name, delivered[1]);
  broker.clock.advance(10 * MINUTE);
  expect(await claim(name)).toEqual([]);
  await change('release', name, 'a');
  expect(await idsOf(claim(name))).toEqual(delivered.map(({ messageId }) => messageId));
});

test('in an ordered group a hold of a message is one of its key, and a re-driven message of a held key waits too', async () => {
  const { name, head, behind } = await blocked();
  await changeRetries(broker.ctx, 'bury', { group: name, messageIds: [head], reason: '', actor: ana });
  const delivered = await claim(name);
  await failOne(name, delivered[0]);
  await failOne(name, delivered[1]);
  const held = await changeRetries(broker.ctx, 'hold', {
    group: name,
    messageIds: behind.slice(1),
    reason: '',
    actor: ana,
  });
  expect(held).toMatchObject({ matched: 1, changed: 1 });
  await startRedrive(broker.ctx, { group: name, all: true, reason: 'fixed', actor: ana });
  await stepRedrives(broker.ctx);
  broker.clock.advance(10 * MINUTE);
  expect(await claim(name)).toEqual([]);
  await change('release', name, 'a');
  expect(await idsOf(claim(name))).toEqual([head, ...behind]);
});

test('a claim and a hold at the same moment: the key is held and delivers nothing more, or was delivered before', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { name, head } = await blocked();
    broker.clock.advance(MINUTE);
    const [delivered] = await Promise.all([claim(name), change('hold', name, 'a')]);
    await ackAll(name, delivered);
    expect(await claim(name)).toEqual([]);
    await change('release', name, 'a');
    const rest = await idsOf(claim(name));
    if (delivered.length === 0) expect(rest).toEqual([head]);
    else expect(rest).toHaveLength(2);
  }
});

test('a key that is not busy, and one that is busy in two topics, are refused by name', async () => {
  const { name } = await blocked();
  await expect(change('hold', name, 'z')).rejects.toMatchObject({ code: 'not-found', field: 'key', value: 'z' });
  const second = `${name}-b`;
  await createTopic(broker.ctx, { name: second, messageType: 'FIFO', queues: 1, actor: systemActor('test') });
  await send(broker.ctx, { topic: second, messages: [testMessage({ messageGroup: 'a' })] });
  await receiveNow(broker.ctx, { group: name, topic: second });
  await expect(change('hold', name, 'a')).rejects.toMatchObject({ code: 'bad-request', field: 'topic' });
  await changeKey(broker.ctx, 'hold', { group: name, key: 'a', topic: second, reason: '', actor: ana });
});

test('the lane of a key: what follows its head, in the order of delivery, wherever it waits', async () => {
  const { name, head, behind } = await blocked();
  const more = await sendTo(name, 'b', 'a', 'a');
  const [row] = await keysOf(name);
  expect(row?.headId).toBe(head);
  const lane = async (limit: number) => {
    const at = { group: name, topic: name, queueNo: 0, key: 'a', after: row?.headOff ?? -1, limit };
    return (await readKeyLane(broker.ctx, at)).map(({ messageId }) => messageId);
  };
  expect(await lane(3)).toEqual([...behind, more[1]]);
  expect(await lane(9)).toEqual([...behind, more[1], more[2]]);
  // held: what was parked comes before what is in the log
  await change('hold', name, 'a');
  expect(await lane(9)).toEqual([...behind, more[1], more[2]]);
  expect(
    await readKeyLane(broker.ctx, { group: name, topic: name, queueNo: 0, key: 'nobody', after: -1, limit: 3 }),
  ).toEqual([]);
});
