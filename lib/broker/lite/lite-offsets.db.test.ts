import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { liteTopicExpire } from '../../store/queries/lite/lite-topic-expire';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { INVARIANTS } from '../../testing/invariants';
import { createBrokerContext } from '../create-context';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { createGroup } from '../group/create';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { type LiteFrom, subscribeLite } from './subscribe';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const RETRY_MS = 10_000;
const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;

interface Names {
  readonly topic: string;
  readonly group: string;
}

let scenes = 0;
async function scene(liteExpirationMinutes?: number): Promise<Names> {
  scenes += 1;
  const name = `offsets-${scenes}`;
  const retryPolicy = { type: 'fixed', intervalMs: RETRY_MS } as const;
  await createTopic(broker.ctx, { name, messageType: 'LITE', queues: 1, liteExpirationMinutes, actor });
  await createGroup(broker.ctx, { name, actor, deliveryOrder: 'ordered', retryPolicy });
  return { topic: name, group: name };
}

/** Each a second after the one before; ids are "name-number". */
async function sendAll({ topic }: Names, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const messageGroup = id.split('-')[0] ?? '';
    const message = testMessage({ messageType: 'LITE', messageId: `${topic}/${id}`, messageGroup });
    await send(broker.ctx, { topic, messages: [message] });
    broker.clock.advance(SECOND_MS);
  }
}

const subscribe = async (names: Names, clientId: string, from: LiteFrom = 'resume'): Promise<unknown> =>
  await subscribeLite(broker.ctx, { ...names, clientId, names: ['one'], action: 'add', from });

const take = async (names: Names, clientId: string, batchSize = 32): Promise<DeliveredMessage[]> =>
  await receiveNow(broker.ctx, { ...names, clientId, batchSize });

const idsOf = (messages: readonly DeliveredMessage[]): string[] =>
  messages.map(({ messageId }) => messageId.split('/')[1] ?? '');

const ackAll = async (names: Names, messages: readonly DeliveredMessage[]): Promise<void> =>
  void (await ack(broker.ctx, { ...names, entries: [...messages] }));

const failOne = async (names: Names, message: DeliveredMessage | undefined): Promise<unknown> => {
  if (message === undefined) throw new Error('nothing was received');
  return await fail(broker.ctx, { ...names, ...message, clientId: 'any' });
};

/** Of five messages of `one`, three are consumed; messages of another name are in between. */
async function threeOfFive(): Promise<{ readonly names: Names; readonly got: readonly DeliveredMessage[] }> {
  const names = await scene();
  await subscribe(names, 'a');
  await sendAll(names, 'one-1', 'two-1', 'one-2', 'one-3', 'two-2', 'one-4', 'one-5');
  const got = await take(names, 'a', 3);
  expect(idsOf(got)).toEqual(['one-1', 'one-2', 'one-3']);
  await ackAll(names, got);
  await subscribeLite(broker.ctx, { ...names, clientId: 'a', names: ['one'], action: 'remove' });
  return { names, got };
}

const offsetOf = (got: readonly DeliveredMessage[], place: number): number => got[place]?.offset ?? -1;

test.for<{ from: LiteFrom | ((got: readonly DeliveredMessage[]) => LiteFrom); comes: readonly number[]; is: string }>([
  { is: 'where the group stopped', from: 'resume', comes: [4, 5] },
  { is: 'the oldest', from: 'oldest', comes: [1, 2, 3, 4, 5] },
  { is: 'what comes from now on', from: 'newest', comes: [] },
  { is: 'an offset', from: (got) => ({ offset: offsetOf(got, 1) }), comes: [2, 3, 4, 5] },
  { is: 'an offset of another lite topic', from: (got) => ({ offset: offsetOf(got, 0) + 1 }), comes: [2, 3, 4, 5] },
  { is: 'offset 0', from: { offset: 0 }, comes: [1, 2, 3, 4, 5] },
  { is: 'an offset that was not consumed', from: (got) => ({ offset: offsetOf(got, 2) + 3 }), comes: [5] },
  { is: 'an offset that is not there yet', from: { offset: 1_000_000 }, comes: [] },
  { is: 'the last two before it', from: { tail: 2 }, comes: [2, 3, 4, 5] },
  { is: 'none before it', from: { tail: 0 }, comes: [4, 5] },
  { is: 'more before it than there are', from: { tail: 100 }, comes: [1, 2, 3, 4, 5] },
  {
    is: 'a time',
    from: (got) => ({ timeMs: got[1]?.storedAt.getTime() ?? 0 }),
    comes: [2, 3, 4, 5],
  },
  { is: 'a time to come', from: { timeMs: Date.parse('2100-01-01') }, comes: [] },
])('a client begins at $is', async ({ from, comes }) => {
  const { names, got } = await threeOfFive();
  await subscribe(names, 'b', typeof from === 'function' ? from(got) : from);
  const first = await take(names, 'b', 2);
  const rest = first.length === 0 ? [] : (await ackAll(names, first), await take(names, 'b'));
  expect(idsOf([...first, ...rest])).toEqual(comes.map((n) => `one-${n}`));
  await ackAll(names, rest);
  await sendAll(names, 'one-6');
  const last = await take(names, 'b');
  expect(idsOf(last)).toEqual(['one-6']);
  await ackAll(names, last);
  const { rows } = await broker.database.store.console.query(
    `SELECT f.mgroup FROM fifo_group f JOIN consumer_group g USING (group_id) WHERE g.name = $1`,
    [names.group],
  );
  // The other name waits for a client, nothing of this one does.
  expect(rows).toEqual([{ mgroup: 'two' }]);
});

test('what clients hold, what waits for a retry and what is dead goes its own way', async () => {
  const { names } = await threeOfFive();
  await subscribe(names, 'a');
  const [fourth, fifth] = await take(names, 'a');
  if (fourth === undefined || fifth === undefined) throw new Error('two were sent');
  await forward(broker.ctx, { ...names, ...fourth, clientId: 'a', deliveryAttempt: 1 });
  await subscribe(names, 'b', 'oldest');
  // The fifth is with a client.
  expect(await take(names, 'b')).toEqual([]);
  await failOne(names, fifth);
  expect(await take(names, 'b')).toEqual([]);
  broker.clock.advance(RETRY_MS);
  const retried = await take(names, 'b');
  expect(retried.map(({ attempt }) => attempt)).toEqual([2]);
  expect(idsOf(retried)).toEqual(['one-5']);
  await failOne(names, retried[0]);
  broker.clock.advance(RETRY_MS);
  await ackAll(names, await take(names, 'b'));
  const again = await take(names, 'b');
  expect(idsOf(again)).toEqual(['one-1', 'one-2', 'one-3', 'one-5']);
  for (const [name, query] of INVARIANTS)
    expect({ name, rows: (await broker.database.store.console.query(query)).rows }).toEqual({ name, rows: [] });
  await ackAll(names, again);
  expect(await take(names, 'b')).toEqual([]);
});

test('the page of a message that is read again says how it stands now', async () => {
  const { names } = await threeOfFive();
  const stateNow = async (): Promise<unknown> =>
    (await readTimeline(broker.ctx, { messageId: `${names.topic}/one-1` }))[0]?.state;
  expect(await stateNow()).toBe('consumed');
  await subscribe(names, 'b', 'oldest');
  const again = await take(names, 'b', 1);
  expect(await stateNow()).toBe('in-flight');
  await failOne(names, again[0]);
  expect(await stateNow()).toBe('waiting-retry');
  broker.clock.advance(RETRY_MS);
  await ackAll(names, await take(names, 'b', 1));
  expect(await stateNow()).toBe('consumed');
});

test('nothing from before the group, and nothing of an earlier life of a name', async () => {
  const late = await scene();
  await sendAll(late, 'one-1');
  const group = `${late.group}-late`;
  await createGroup(broker.ctx, { name: group, actor, deliveryOrder: 'ordered' });
  await subscribeLite(broker.ctx, { ...late, group, clientId: 'a', names: ['other'], action: 'add' });
  await sendAll(late, 'one-2');
  await subscribe({ ...late, group }, 'a', 'oldest');
  expect(idsOf(await take({ ...late, group }, 'a'))).toEqual(['one-2']);

  const names = await scene(60);
  await subscribe(names, 'a');
  await sendAll(names, 'one-1');
  await ackAll(names, await take(names, 'a'));
  broker.clock.advance(2 * HOUR_MS);
  await liteTopicExpire(broker.database.store.broker, broker.clock.nowOrNull(), 72 * HOUR_MS, 1000);
  // Another process, which does not know the name from its first life.
  const other = await createBrokerContext({ ...broker.ctx, clock: broker.clock });
  const message = testMessage({ messageType: 'LITE', messageId: `${names.topic}/one-2`, messageGroup: 'one' });
  await send(other, { topic: names.topic, messages: [message] });
  await subscribe(names, 'b', { offset: 0 });
  expect(idsOf(await take(names, 'b'))).toEqual(['one-2']);
});
