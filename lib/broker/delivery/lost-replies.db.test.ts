import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { LIMITS } from '../../model/limits';
import type { DeliveredMessage } from '../../model/message/message';
import { deliveryOverrun } from '../../store/queries/delivery/delivery-overrun';
import { fifoReenter } from '../../store/queries/delivery/fifo-reenter';
import { leaseFail } from '../../store/queries/delivery/lease-fail';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { type FilterForAll, FILTERS_FOR_ALL } from '../../testing/filters-for-all';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { reportFailure } from '../failure/report';
import { createGroup } from '../group/create';
import { readTimeline } from '../message/read-timeline';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { abandon } from './abandon';
import { ack } from './ack';
import { endOverruns } from './end-overruns';
import { expire } from './expire';
import { fail } from './fail';
import { renew } from './renew';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

const actor = systemActor('test');
const INTERVAL_MS = 5_000;

interface Names {
  readonly topic: string;
  readonly group: string;
}

let scenes = 0;
async function scene(group: Partial<Parameters<typeof createGroup>[1]> = {}): Promise<Names> {
  scenes += 1;
  const names = { topic: `lost-${scenes}`, group: `loser-${scenes}` };
  const messageType = group.deliveryOrder === 'ordered' ? 'FIFO' : 'NORMAL';
  await createGroup(broker.ctx, {
    name: names.group,
    retryPolicy: { type: 'fixed', intervalMs: INTERVAL_MS },
    actor,
    ...group,
  });
  await createTopic(broker.ctx, { name: names.topic, messageType, queues: 1, actor });
  return names;
}

async function sendSome({ topic }: Names, count: number, messageGroup: string | null = null): Promise<string[]> {
  const messages = Array.from({ length: count }, () => testMessage({ tag: 'tagged', messageGroup }));
  await send(broker.ctx, { topic, messages });
  return messages.map(({ messageId }) => messageId);
}

/** A process that was just started: it knows nothing of what others did. */
function another(): Promise<BrokerContext> {
  const { log, metrics } = broker.ctx;
  return createBrokerContext({ store: broker.database.store, log, metrics, clock: broker.clock });
}

async function pass(milliseconds: number): Promise<void> {
  broker.clock.advance(milliseconds);
  await endOverruns(broker.ctx);
  await expire(broker.ctx);
}

async function failAll(names: Names, messages: readonly DeliveredMessage[]): Promise<void> {
  for (const message of messages) await fail(broker.ctx, { ...names, ...message, clientId: 'c' });
}

async function ackErrors(names: Names, messages: readonly DeliveredMessage[]): Promise<(string | null)[]> {
  const outcomes = await ack(broker.ctx, { ...names, entries: messages });
  return outcomes.map(({ error }) => error?.code ?? null);
}

const labels = (batch: readonly DeliveredMessage[]): string[] =>
  batch.map(({ messageId, attempt }) => `${messageId} ${attempt}`);

async function deathOf({ group }: Names): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ line: string }>(
    `SELECT concat_ws(' ', d.attempts, d.cause) AS line FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1 ORDER BY d.off`,
    [group],
  );
  return rows.map(({ line }) => line);
}

test.each<FilterForAll>(['every', 'tag', 'sql'])(
  'a retry whose reply was lost with its process comes back when the client repeats its receive elsewhere, uncounted (%s)',
  async (filter) => {
    const names = await scene();
    const [id] = await sendSome(names, 1);
    await failAll(names, await receiveNow(broker.ctx, { ...names, clientId: 'c' }));
    await pass(INTERVAL_MS);
    const asked = { ...names, clientId: 'c', attemptId: `lost-${filter}`, filter: FILTERS_FOR_ALL[filter] };
    const [lost] = await receiveNow(await another(), asked);
    expect(lost).toMatchObject({ messageId: id, attempt: 2 });
    broker.clock.advance(1_400);
    const restarted = await another();
    expect(await receiveNow(restarted, { ...asked, clientId: 'another-client' })).toEqual([]);
    const again = await receiveNow(restarted, asked);
    expect(labels(again)).toEqual([`${id} 2`]);
    expect(await ackErrors(names, lost === undefined ? [] : [lost])).toEqual(['invalid-receipt-handle']);
    expect(await ackErrors(names, again)).toEqual([null]);
  },
);

test('the same process: a repeated attempt id says that the reply did not arrive; another one is another receive', async () => {
  const names = await scene();
  const ids = await sendSome(names, 2);
  const asked = { ...names, clientId: 'c', attemptId: 'first' };
  await receiveNow(broker.ctx, asked);
  expect(await receiveNow(broker.ctx, { ...asked, attemptId: 'second' })).toEqual([]);
  const again = await receiveNow(broker.ctx, asked);
  expect(labels(again)).toEqual(ids.map((id) => `${id} 1`));
  await failAll(names, again);
  await pass(INTERVAL_MS);
  const third = await receiveNow(broker.ctx, { ...asked, attemptId: 'third' });
  expect(third).toHaveLength(2);
  expect(labels(await receiveNow(broker.ctx, { ...asked, attemptId: 'third' }))).toEqual(labels(third));
});

test('a lease of which something was answered arrived: a repeat of its receive takes nothing back', async () => {
  const names = await scene();
  await sendSome(names, 3);
  const asked = { ...names, clientId: 'c', attemptId: 'got it' };
  const batch = await receiveNow(broker.ctx, asked);
  expect(await ackErrors(names, batch.slice(0, 1))).toEqual([null]);
  expect(await receiveNow(await another(), asked)).toEqual([]);
  expect(await ackErrors(names, batch.slice(1))).toEqual([null, null]);
});

test.each(['concurrent', 'ordered'] as const)(
  'replies that could not be written do not count, so many times; from then on they do, and the dead letter says that no delivery was confirmed (%s)',
  async (deliveryOrder) => {
    const names = await scene({ deliveryOrder, maxRetries: 1 });
    const [id] = await sendSome(names, 1, deliveryOrder === 'ordered' ? 'k' : null);
    const attempts: number[] = [];
    for (let round = 0; round < LIMITS.lostReplies + 5; round += 1) {
      const messages = await receiveNow(broker.ctx, names);
      attempts.push(...messages.map(({ attempt }) => attempt));
      await abandon(broker.ctx, { ...names, messages });
      await pass(999);
      expect(await receiveNow(broker.ctx, names)).toEqual([]);
      await pass(1);
    }
    expect(attempts).toEqual([...Array.from({ length: LIMITS.lostReplies }, () => 1), 1, 2]);
    expect(await deathOf(names)).toEqual(['2 unconfirmed']);
    const [timeline] = await readTimeline(broker.ctx, { messageId: id ?? '' });
    expect(timeline).toMatchObject({
      state: 'dead',
      deathCause: 'unconfirmed',
      lives: [{ deliveries: 2, end: 'dead' }],
    });
    expect(timeline?.deliveries.filter(({ state }) => state === 'lost')).toHaveLength(LIMITS.lostReplies);
  },
);

test('without retries a lost reply is no death', async () => {
  const names = await scene({ maxRetries: 0 });
  const [id] = await sendSome(names, 1);
  await abandon(broker.ctx, { ...names, messages: await receiveNow(broker.ctx, names) });
  await pass(1_000);
  expect(labels(await receiveNow(broker.ctx, names))).toEqual([`${id} 1`]);
  expect(await deathOf(names)).toEqual([]);
});

test('a reply that was answered in part counts: it arrived', async () => {
  const names = await scene();
  const ids = await sendSome(names, 2);
  const messages = await receiveNow(broker.ctx, names);
  expect(await ackErrors(names, messages.slice(0, 1))).toEqual([null]);
  await abandon(broker.ctx, { ...names, messages });
  await pass(1_000);
  expect(labels(await receiveNow(broker.ctx, names))).toEqual([`${ids[1]} 2`]);
});

test('what ended by its time alone and was never answered says so; an answer, a report or an ack of the batch is one', async () => {
  const dying = async (
    answer: (names: Names, batch: readonly DeliveredMessage[]) => Promise<unknown>,
  ): Promise<string[]> => {
    const names = await scene({ maxRetries: 1 });
    await sendSome(names, 2);
    await answer(names, await receiveNow(broker.ctx, names));
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      await pass(60_000);
      await receiveNow(broker.ctx, names);
    }
    await pass(60_000);
    return await deathOf(names);
  };
  expect(await dying(async () => undefined)).toEqual(['2 unconfirmed', '2 unconfirmed']);
  expect(await dying((names, batch) => ackErrors(names, batch.slice(0, 1)))).toEqual(['2 timeout']);
  expect(await dying((names, batch) => failAll(names, batch.slice(0, 1)))).toEqual(['2 timeout', '2 unconfirmed']);
  const report = { errorType: 'Boom', message: 'it broke' };
  expect(
    await dying((names, batch) =>
      reportFailure(broker.ctx, { ...names, ...report, messageId: batch[0]?.messageId ?? '', attempt: 1 }),
    ),
  ).toEqual(['2 timeout', '2 unconfirmed']);
});

test('a repeated receive of an ordered group has the whole consumption timeout again, and its renewal keeps to it', async () => {
  const names = await scene({ deliveryOrder: 'ordered', consumptionTimeoutMs: 20_000 });
  const [first] = await sendSome(names, 1, 'k');
  const [second] = await sendSome(names, 1, 'l');
  const asked = { ...names, clientId: 'c', attemptId: 'a', invisibleMs: 25_000 };
  await receiveNow(broker.ctx, asked);
  await pass(19_000);
  const again = await receiveNow(await another(), asked);
  expect(labels(again)).toEqual([`${first} 1`, `${second} 1`]);
  await pass(15_000);
  expect(await renew(broker.ctx, { clientIds: ['c'] })).toBe(1);
  await pass(4_999);
  expect(await ackErrors(names, again.slice(0, 1))).toEqual([null]);
  await pass(1);
  expect(await ackErrors(names, again.slice(1))).toEqual(['invalid-receipt-handle']);
  await pass(INTERVAL_MS);
  expect(labels(await receiveNow(broker.ctx, { ...names, clientId: 'other' }))).toEqual([`${second} 2`]);
});

test('a delivery over the consumption timeout is not repeated, although it has not been ended yet', async () => {
  const names = await scene({ deliveryOrder: 'ordered', consumptionTimeoutMs: 20_000 });
  const [id] = await sendSome(names, 1, 'k');
  const asked = { ...names, clientId: 'c', attemptId: 'a' };
  await receiveNow(broker.ctx, asked);
  broker.clock.advance(20_000);
  expect(await receiveNow(await another(), asked)).toEqual([]);
  await pass(0);
  await pass(INTERVAL_MS);
  expect(labels(await receiveNow(await another(), asked))).toEqual([`${id} 2`]);
});

test('an overrun that was found before a repeated receive got the delivery again does not end it', async () => {
  const names = await scene({ deliveryOrder: 'ordered', consumptionTimeoutMs: 20_000 });
  await sendSome(names, 1, 'k');
  const [held] = await receiveNow(broker.ctx, { ...names, clientId: 'c', attemptId: 'a' });
  const store = broker.database.store.broker;
  const [group, topic] = await Promise.all([broker.ctx.groups.find(names.group), broker.ctx.topics.find(names.topic)]);
  const clientId = await broker.ctx.clients.id('c');
  const before = new Date(broker.clock.nowOrNull().getTime() + 19_999);
  broker.clock.advance(20_000);
  const found = await deliveryOverrun(store, broker.clock.nowOrNull(), 10);
  const mine = found.filter(({ groupId }) => groupId === group.groupId);
  expect(mine).toHaveLength(1);
  const scope = { groupId: group.groupId, topicId: topic.topicId, tags: null, firstQueueNo: 0 };
  const receiver = { want: 1, invisibleMs: 60_000, clientId, autoRenew: true, attemptId: 'a' };
  expect(await fifoReenter(store, before, scope, [receiver])).toHaveLength(1);
  const { failed } = await leaseFail(
    store,
    broker.clock.nowOrNull(),
    {
      groupId: group.groupId,
      policyVersion: group.version,
      ordered: true,
      cause: 'consumption-timeout',
      phase: 'overrun',
    },
    0,
    mine.map(({ queueId, leaseId, mask }) => ({ queueId, leaseId: leaseId ?? 0, mask: mask ?? 0 })),
  );
  expect(failed.size).toBe(0);
  expect(await ackErrors(names, held === undefined ? [] : [held])).toEqual([null]);
});

test('the process that made a lost reply notices late: what a repeated receive got meanwhile stays with its client', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  await sendSome(names, 2, 'k');
  const asked = { ...names, clientId: 'c', attemptId: 'a' };
  const messages = await receiveNow(broker.ctx, asked);
  broker.clock.advance(1_000);
  const again = await receiveNow(await another(), asked);
  expect(labels(again)).toEqual(labels(messages));
  await abandon(broker.ctx, { ...names, messages });
  await pass(5_000);
  expect(await receiveNow(broker.ctx, { ...names, clientId: 'other' })).toEqual([]);
  expect(await ackErrors(names, again)).toEqual([null, null]);
});

test('an ordered key keeps its order over a lost reply', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  const ids = await sendSome(names, 4, 'k');
  const messages = await receiveNow(broker.ctx, { ...names, batchSize: 2 });
  await abandon(broker.ctx, { ...names, messages });
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  await pass(1_000);
  const again = await receiveNow(broker.ctx, names);
  expect(labels(again)).toEqual(ids.slice(0, 2).map((id) => `${id} 1`));
  expect(await ackErrors(names, again)).toEqual([null, null]);
  expect(labels(await receiveNow(broker.ctx, names))).toEqual(ids.slice(2).map((id) => `${id} 1`));
});

test('a receive of an ordered group that is repeated too often gets nothing more: the delivery is left to its time, and counts', async () => {
  const names = await scene({ deliveryOrder: 'ordered', consumptionTimeoutMs: 20_000, maxRetries: 0 });
  const [id] = await sendSome(names, 1, 'k');
  const asked = { ...names, clientId: 'c', attemptId: 'a' };
  for (let round = 0; round <= LIMITS.lostReplies; round += 1) {
    expect(labels(await receiveNow(broker.ctx, asked))).toEqual([`${id} 1`]);
    broker.clock.advance(1_000);
  }
  expect(await receiveNow(broker.ctx, asked)).toEqual([]);
  await pass(19_000);
  expect(await deathOf(names)).toEqual(['1 unconfirmed']);
});

test('a reply of an ordered group that was repeated so often and then could not be written counts', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  const [id] = await sendSome(names, 1, 'k');
  const asked = { ...names, clientId: 'c', attemptId: 'a' };
  let messages = await receiveNow(broker.ctx, asked);
  for (let round = 0; round < LIMITS.lostReplies; round += 1) messages = await receiveNow(broker.ctx, asked);
  await abandon(broker.ctx, { ...names, messages });
  await pass(1_000);
  expect(labels(await receiveNow(broker.ctx, names))).toEqual([`${id} 2`]);
});

test('a member of a broadcast group gets again what was handed to it again, and got lost again', async () => {
  const names = await scene({ messageModel: 'broadcasting' });
  const asked = { ...names, clientId: 'member', attemptId: 'first' };
  await receiveNow(broker.ctx, asked);
  const [id] = await sendSome(names, 1);
  await receiveNow(broker.ctx, asked);
  const second = { ...asked, attemptId: 'second' };
  await abandon(broker.ctx, { ...names, messages: await receiveNow(await another(), asked) });
  expect(labels(await receiveNow(await another(), second))).toEqual([`${id} 1`]);
  expect(labels(await receiveNow(await another(), second))).toEqual([`${id} 1`]);
});
