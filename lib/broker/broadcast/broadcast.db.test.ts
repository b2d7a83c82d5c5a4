import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import type { DeliveredMessage } from '../../model/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { type BrokerContext, createBrokerContext } from '../context';
import { abandon } from '../delivery/abandon';
import { ack } from '../delivery/ack';
import { changeInvisible } from '../delivery/change-invisible';
import { endOverruns } from '../delivery/end-overruns';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { promoteDue } from '../delivery/promote-due';
import { release } from '../delivery/release';
import { renew } from '../delivery/renew';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { join } from './join';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

type Names = { topic: string; group: string };

let scenes = 0;
async function scene(group: Partial<Parameters<typeof createGroup>[1]> = {}): Promise<Names> {
  scenes += 1;
  const names = { topic: `news-${scenes}`, group: `all-${scenes}` };
  await createGroup(broker.ctx, {
    name: names.group,
    messageModel: 'broadcasting',
    actor: systemActor('test'),
    ...group,
  });
  await createTopic(broker.ctx, {
    name: names.topic,
    messageType: group.deliveryOrder === 'ordered' ? 'FIFO' : 'NORMAL',
    queues: 2,
    actor: systemActor('test'),
  });
  return names;
}

async function enter(names: Names, ...clients: string[]): Promise<void> {
  for (const clientId of clients) await join(broker.ctx, { group: names.group, clientId });
}

async function sendSome(topic: string, count: number): Promise<string[]> {
  const messages = Array.from({ length: count }, () => testMessage());
  for (const message of messages) await send(broker.ctx, { topic, messages: [message] });
  return messages.map(({ messageId }) => messageId);
}

async function fetchAll(names: Names, clientId: string, ctx = broker.ctx): Promise<DeliveredMessage[]> {
  const all: DeliveredMessage[] = [];
  for (;;) {
    const batch = await receiveNow(ctx, { ...names, clientId });
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

const idsOf = (messages: readonly DeliveredMessage[]): string[] =>
  messages.map(({ messageId }) => messageId).toSorted();

async function ackAll(names: Names, entries: readonly DeliveredMessage[]): Promise<(string | null)[]> {
  return (await ack(broker.ctx, { ...names, entries })).map(({ error }) => error?.code ?? null);
}

/** Every transition of the group's members: client, state, attempt, cause. */
async function events(group: string): Promise<string[]> {
  const { rows } = await broker.database.store.console.query<{ line: string }>(
    `SELECT concat_ws(' ', c.name, e.state, e.attempt, e.cause) AS line
       FROM delivery_event e JOIN consumer_group m ON m.group_id = e.group_id JOIN consumer_group g ON g.group_id = m.broadcast_of
       JOIN broadcast_member b ON b.group_id = m.group_id JOIN client c ON c.client_id = b.client_id
      WHERE g.name = $1 AND NOT (e.cause = 'delivered' AND e.attempt = 1) ORDER BY e.event_id`,
    [group],
  );
  return rows.map(({ line }) => line);
}

async function leftOvers(group: string): Promise<{ retries: number; dead: number; live: number }> {
  const { rows } = await broker.database.store.console.query<{ retries: number; dead: number; live: number }>(
    `WITH holder AS (SELECT m.group_id FROM consumer_group m JOIN consumer_group g ON g.group_id = coalesce(m.broadcast_of, m.group_id) WHERE g.name = $1)
     SELECT (SELECT count(*) FROM retry r WHERE r.group_id IN (SELECT group_id FROM holder))::int AS retries,
            (SELECT count(*) FROM dead_letter d WHERE d.group_id IN (SELECT group_id FROM holder))::int AS dead,
            (SELECT count(*) FROM lease l WHERE l.live AND l.group_id IN (SELECT group_id FROM holder))::int AS live`,
    [group],
  );
  return rows[0] ?? { retries: -1, dead: -1, live: -1 };
}

function another(): Promise<BrokerContext> {
  const { log, metrics } = broker.ctx;
  return createBrokerContext({ store: broker.database.store, log, metrics, clock: broker.clock });
}

test('every client gets every message, and acks only its own', async () => {
  const names = await scene();
  await enter(names, 'a', 'b', 'c');
  const sent = await sendSome(names.topic, 40);
  const [a, b, c] = [await fetchAll(names, 'a'), await fetchAll(names, 'b'), await fetchAll(names, 'c')];
  for (const got of [a, b, c]) expect(idsOf(got)).toEqual(sent.toSorted());
  expect(new Set([...a, ...b, ...c].map(({ receiptHandle }) => receiptHandle)).size).toBe(120);
  expect(await ackAll(names, a)).toEqual(a.map(() => null));
  expect(await ackAll(names, a)).toEqual(a.map(() => null));
  expect(await ackAll(names, [...b, ...c])).toEqual([...b, ...c].map(() => null));
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
  expect(await fetchAll(names, 'a')).toEqual([]);
});

test('a failure is on record and never tried again; the others are not touched by it', async () => {
  const names = await scene({ maxRetries: 16 });
  await enter(names, 'a', 'b');
  await sendSome(names.topic, 1);
  const [mine] = await fetchAll(names, 'a');
  const [theirs] = await fetchAll(names, 'b');
  if (mine === undefined || theirs === undefined) throw new Error('a message for each expected');
  const before = broker.counted.get('rocketmq_send_to_dlq_messages_total') ?? 0;
  await fail(broker.ctx, { ...names, ...mine, clientId: 'a' });
  broker.clock.advance(3 * 3_600_000);
  await promoteDue(broker.ctx);
  expect(await fetchAll(names, 'a')).toEqual([]);
  expect(await ackAll(names, [mine])).toEqual(['invalid-receipt-handle']);
  await expect(fail(broker.ctx, { ...names, ...mine, clientId: 'a' })).rejects.toMatchObject({
    code: 'invalid-receipt-handle',
  });
  await expire(broker.ctx);
  expect(await events(names.group)).toEqual(['a Dropped 1 nack', 'b Dropped 1 timeout']);
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
  expect(broker.counted.get('rocketmq_send_to_dlq_messages_total') ?? 0).toBe(before);
  expect(broker.counted.get('redrive_broadcast_failures_total')).toBe(2);
});

test('a lease that runs out, a consumption that takes too long and a client that leaves are failures', async () => {
  const names = await scene({ consumptionTimeoutMs: 100_000 });
  await enter(names, 'slow', 'silent', 'leaver');
  await sendSome(names.topic, 1);
  for (const clientId of ['slow', 'silent', 'leaver']) expect(await fetchAll(names, clientId)).toHaveLength(1);
  await release(broker.ctx, { group: names.group, clientId: 'leaver' });
  broker.clock.advance(1000);
  await expire(broker.ctx);
  broker.clock.advance(40_000);
  await renew(broker.ctx, { clientIds: ['slow'] });
  broker.clock.advance(20_000);
  await expire(broker.ctx);
  broker.clock.advance(10_000);
  await renew(broker.ctx, { clientIds: ['slow'] });
  broker.clock.advance(30_000);
  expect(await endOverruns(broker.ctx)).toBe(1);
  expect(await events(names.group)).toEqual([
    'leaver Dropped 1 client-gone',
    'silent Dropped 1 timeout',
    'slow Dropped 1 consumption-timeout',
  ]);
  for (const clientId of ['slow', 'silent', 'leaver']) expect(await fetchAll(names, clientId)).toEqual([]);
});

test('forwarding to the dead letters is answered OK, twice too, and recorded as dropped', async () => {
  const names = await scene();
  await enter(names, 'a');
  await sendSome(names.topic, 1);
  const [message] = await fetchAll(names, 'a');
  if (message === undefined) throw new Error('one message expected');
  for (let time = 0; time < 2; time += 1)
    await forward(broker.ctx, { ...names, ...message, clientId: 'a', deliveryAttempt: 1 });
  expect(await events(names.group)).toEqual(['a Dropped 1 forwarded']);
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
});

test('a new client starts at what is sent from its introduction on; one that comes back goes on where it was', async () => {
  const names = await scene();
  await sendSome(names.topic, 3);
  broker.clock.advance(1000);
  await enter(names, 'first');
  broker.clock.advance(1000);
  const early = await sendSome(names.topic, 2);
  expect(idsOf(await fetchAll(names, 'first'))).toEqual(early.toSorted());
  broker.clock.advance(1000);
  const later = await sendSome(names.topic, 4);
  const restarted = await another();
  broker.clock.advance(1000);
  expect(await fetchAll(names, 'second')).toEqual([]);
  expect(idsOf(await fetchAll(names, 'first', restarted))).toEqual(later.toSorted());
});

test('two processes that meet a new client at once make one member', async () => {
  const names = await scene();
  const contexts = [broker.ctx, await another(), await another()];
  await Promise.all(contexts.map((ctx) => join(ctx, { group: names.group, clientId: 'racer' })));
  await sendSome(names.topic, 1);
  const got = await Promise.all(contexts.map((ctx) => receiveNow(ctx, { ...names, clientId: 'racer' })));
  expect(got.flat()).toHaveLength(1);
  const { rows } = await broker.database.store.console.query(
    'SELECT 1 FROM consumer_group m JOIN consumer_group g ON g.group_id = m.broadcast_of WHERE g.name = $1',
    [names.group],
  );
  expect(rows).toHaveLength(1);
});

test('a reply that could not be written is handed out again, once more in full, and is not a failure', async () => {
  const names = await scene();
  await enter(names, 'a');
  const sent = await sendSome(names.topic, 3);
  const lost = await receiveNow(broker.ctx, { ...names, clientId: 'a' });
  await abandon(broker.ctx, { ...names, messages: lost });
  expect(await ackAll(names, lost.slice(0, 1))).toEqual(['invalid-receipt-handle']);
  const again = await fetchAll(names, 'a');
  expect(idsOf(again)).toEqual(sent.toSorted());
  expect(again.every(({ attempt }) => attempt === 1)).toBe(true);
  await abandon(broker.ctx, { ...names, messages: again });
  const third = await fetchAll(names, 'a');
  expect(idsOf(third)).toEqual(sent.toSorted());
  expect(await ackAll(names, third.slice(1))).toEqual([null, null]);
  const [one] = third;
  if (one !== undefined) await fail(broker.ctx, { ...names, ...one, clientId: 'a' });
  expect((await events(names.group)).filter((line) => line.includes('Dropped'))).toEqual(['a Dropped 1 nack']);
  expect(await fetchAll(names, 'a')).toEqual([]);
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
});

test.each(['concurrent', 'ordered'] as const)(
  'a process killed between commit and reply (%s): the repeated receive gets it, even when the lease is over by then',
  async (deliveryOrder) => {
    const names = await scene({ deliveryOrder });
    await enter(names, 'a');
    const ordered = deliveryOrder === 'ordered' ? { messageGroup: 'k' } : {};
    const messages = [testMessage(ordered), testMessage(ordered), testMessage(ordered)];
    await send(broker.ctx, { topic: names.topic, messages });
    const lost = { ...names, clientId: 'a', attemptId: `lost-${deliveryOrder}` };
    expect(await receiveNow(broker.ctx, lost)).toHaveLength(3);
    broker.clock.advance(300_000);
    await expire(broker.ctx);
    const after = await another();
    expect(await receiveNow(after, { ...lost, attemptId: 'somebody else' })).toEqual([]);
    const again = await receiveNow(await another(), lost);
    expect(again.map(({ messageId }) => messageId)).toEqual(messages.map(({ messageId }) => messageId));
    expect(await ackAll(names, again)).toEqual([null, null, null]);
    expect(await receiveNow(await another(), lost)).toEqual([]);
    expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
  },
);

test('a reply that got lost on its way comes again when the client repeats its receive at the same process', async () => {
  const names = await scene();
  await enter(names, 'a');
  const sent = await sendSome(names.topic, 2);
  const attempt = { ...names, clientId: 'a', attemptId: 'lost on the way', batchSize: 32 };
  const handed = await receiveNow(broker.ctx, attempt);
  expect(idsOf(handed)).toEqual(sent.toSorted());
  expect(await receiveNow(broker.ctx, { ...attempt, attemptId: 'the next one' })).toEqual([]);
  await ackAll(names, handed.slice(0, 1));
  const again = await receiveNow(broker.ctx, attempt);
  expect(idsOf(again)).toEqual(idsOf(handed.slice(1)));
  expect(await ackAll(names, again)).toEqual([null]);
  expect(await receiveNow(broker.ctx, attempt)).toEqual([]);
});

test('what a client decided itself does not come back with a repeated receive', async () => {
  const names = await scene();
  await enter(names, 'a');
  await sendSome(names.topic, 4);
  const attempt = { ...names, clientId: 'a', attemptId: 'got-it' };
  const got = [...(await receiveNow(broker.ctx, attempt)), ...(await fetchAll(names, 'a'))];
  const [failed, acked, ...open] = got;
  if (failed === undefined || acked === undefined) throw new Error('four messages expected');
  await fail(broker.ctx, { ...names, ...failed, clientId: 'a' });
  await ackAll(names, [acked]);
  const again = await receiveNow(await another(), attempt);
  expect(idsOf(again)).not.toContain(failed.messageId);
  expect(idsOf(again)).not.toContain(acked.messageId);
  expect(again.length).toBeLessThanOrEqual(open.length);
});

test('simple consumers are members too: more time is no failure, giving up is one', async () => {
  const names = await scene();
  await enter(names, 's1', 's2');
  await sendSome(names.topic, 1);
  const simple = { ...names, autoRenew: false, invisibleMs: 10_000 };
  const [first] = await receiveNow(broker.ctx, { ...simple, clientId: 's1' });
  const [second] = await receiveNow(broker.ctx, { ...simple, clientId: 's2' });
  if (first === undefined || second === undefined) throw new Error('a message for each expected');
  const longer = await changeInvisible(broker.ctx, { ...names, ...first, clientId: 's1', invisibleMs: 60_000 });
  await changeInvisible(broker.ctx, { ...names, ...second, clientId: 's2', invisibleMs: 0 });
  broker.clock.advance(30_000);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, { ...simple, clientId: 's2' })).toEqual([]);
  expect(await ackAll(names, [{ ...first, ...longer }])).toEqual([null]);
  await sendSome(names.topic, 1);
  const [third] = await receiveNow(broker.ctx, { ...simple, clientId: 's1' });
  if (third === undefined) throw new Error('one message expected');
  await changeInvisible(broker.ctx, { ...names, ...third, clientId: 's1', invisibleMs: 20_000 });
  broker.clock.advance(20_000);
  await expire(broker.ctx);
  expect(await receiveNow(broker.ctx, { ...simple, clientId: 's1' })).toEqual([]);
  expect((await events(names.group)).filter((line) => line.includes('Dropped'))).toEqual([
    's2 Dropped 1 released',
    's1 Dropped 1 timeout',
  ]);
});

test('an ordered broadcast group: each client gets each key in order; a failed message is dropped and the next goes on', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  await enter(names, 'a', 'b');
  const messages = ['k', 'k', 'other', 'k'].map((messageGroup) => testMessage({ messageGroup }));
  for (const message of messages) await send(broker.ctx, { topic: names.topic, messages: [message] });
  const inOrder = messages.filter(({ messageGroup }) => messageGroup === 'k').map(({ messageId }) => messageId);
  const seen: string[] = [];
  for (;;) {
    const [next] = await receiveNow(broker.ctx, { ...names, clientId: 'a', batchSize: 1 });
    if (next === undefined) break;
    if (next.messageGroup === 'k') seen.push(next.messageId);
    if (next.messageId === inOrder[0])
      await forward(broker.ctx, { ...names, ...next, clientId: 'a', deliveryAttempt: 1 });
    else expect(await ackAll(names, [next])).toEqual([null]);
  }
  expect(seen).toEqual(inOrder);
  const others = await fetchAll(names, 'b');
  expect(others.filter(({ messageGroup }) => messageGroup === 'k').map(({ messageId }) => messageId)).toEqual(inOrder);
  expect(await events(names.group)).toEqual(['a Dropped 1 forwarded']);
});

test('handles stay within their group, and a member has no name that anybody can ask for', async () => {
  const names = await scene();
  const other = await scene();
  await enter(names, 'a');
  await sendSome(names.topic, 1);
  const [message] = await fetchAll(names, 'a');
  if (message === undefined) throw new Error('one message expected');
  expect(await ackAll({ ...names, group: other.group }, [message])).toEqual(['invalid-receipt-handle']);
  const { rows } = await broker.database.store.console.query<{ name: string }>(
    'SELECT name FROM consumer_group WHERE broadcast_of IS NOT NULL',
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { name } of rows) await expect(broker.ctx.groups.find(name)).rejects.toMatchObject({ code: /group/ });
  expect(await ackAll(names, [message])).toEqual([null]);
});

test('any interleaving of clients, failures, lost replies and restarts: each client gets each message until it is decided, never after', async () => {
  const names = await scene();
  const clients = ['w', 'x', 'y', 'z'];
  await enter(names, ...clients);
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const sent: string[] = [];
  const decided = new Map(clients.map((client) => [client, new Map<string, 'acked' | 'failed'>()]));
  let ctx = broker.ctx;
  for (let step = 0; step < 300; step += 1) {
    if (step % 6 === 0 && sent.length < 40) sent.push(...(await sendSome(names.topic, 1)));
    if (random(25) === 0) ctx = await another();
    const clientId = clients[random(clients.length)] ?? 'w';
    const mine = decided.get(clientId) ?? new Map<string, string>();
    const batch = await receiveNow(ctx, { ...names, clientId, batchSize: 1 + random(5) });
    for (const message of batch) expect(mine.has(message.messageId), `${clientId} ${message.messageId}`).toBe(false);
    if (random(5) === 0) {
      await abandon(ctx, { ...names, messages: batch });
      continue;
    }
    for (const message of batch) {
      if (random(4) === 0) {
        await fail(ctx, { ...names, ...message, clientId });
        mine.set(message.messageId, 'failed');
      } else {
        expect(await ackAll(names, [message])).toEqual([null]);
        mine.set(message.messageId, 'acked');
      }
    }
  }
  for (const clientId of clients) {
    for (const message of await fetchAll(names, clientId)) {
      await ackAll(names, [message]);
      decided.get(clientId)?.set(message.messageId, 'acked');
    }
    expect([...(decided.get(clientId)?.keys() ?? [])].toSorted()).toEqual(sent.toSorted());
  }
  const failures = [...decided.values()].flatMap((mine) => [...mine.values()]).filter((end) => end === 'failed').length;
  expect((await events(names.group)).filter((line) => line.includes('Dropped'))).toHaveLength(failures);
  expect(await leftOvers(names.group)).toEqual({ retries: 0, dead: 0, live: 0 });
});
