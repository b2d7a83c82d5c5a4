// @module-tag landing
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { systemActor } from '../../model/audit/actor';

import type { DeliveredMessage, SendReceipt } from '../../model/message/message';
import { createTestBroker, receiveNow, type TestBroker, testMessage, PATIENT } from '../../testing/broker';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { createGroup } from '../group/create';
import { updateGroup } from '../group/update';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { ack } from './ack';
import { expire } from './expire';
import { fail } from './fail';

let broker: TestBroker;
/** A second process's worth of state on the same database. */
let other: BrokerContext;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  const { store, log, metrics } = broker.ctx;
  other = await createBrokerContext({ store, log, metrics, protection: PATIENT });
});
afterAll(() => broker.close());

const handleOf = (message: DeliveredMessage): { receiptHandle: string; messageId: string } => ({
  receiptHandle: message.receiptHandle,
  messageId: message.messageId,
});

test('the same id sent by two brokers at once is stored once, and both hear its place', async () => {
  await createTopic(broker.ctx, { name: 'twice', messageType: 'NORMAL', queues: 4, actor: systemActor('test') });
  const messages = Array.from({ length: 60 }, () => testMessage());
  const rounds: SendReceipt[][] = [];
  // One after the other: each process takes another queue each time, and mostly not the same one.
  for (const message of messages) {
    const sends = [broker.ctx, other, broker.ctx].map((ctx) => send(ctx, { topic: 'twice', messages: [message] }));
    rounds.push(...(await Promise.all(sends)));
  }
  const places = new Map<string, Set<string>>();
  for (const [receipt] of rounds) {
    if (receipt === undefined) continue;
    const place = places.get(receipt.messageId) ?? new Set();
    places.set(receipt.messageId, place.add(`${receipt.queueNo}/${receipt.offset}`));
  }
  expect([...places.values()].every(({ size }) => size === 1)).toBe(true);
  const { rows } = await broker.database.store.console.query(
    'SELECT count(*)::int AS n, count(DISTINCT msg_id)::int AS ids FROM message WHERE topic_id = (SELECT topic_id FROM topic WHERE name = $1)',
    ['twice'],
  );
  expect(rows).toEqual([{ n: 60, ids: 60 }]);
});

test('a hundred receives that begin together subscribe their group once', async () => {
  await createGroup(broker.ctx, { name: 'eager', actor: systemActor('test') });
  await createTopic(broker.ctx, { name: 'eager', messageType: 'NORMAL', queues: 4, actor: systemActor('test') });
  const statements = vi.spyOn(broker.ctx.store.broker, 'query');
  const names = { topic: 'eager', group: 'eager' };
  await Promise.all(Array.from({ length: 100 }, () => receiveNow(broker.ctx, names)));
  const texts = statements.mock.calls.map((call) => JSON.stringify(call));
  statements.mockRestore();
  expect(texts.filter((text) => text.includes('group_queue_subscribe('))).toHaveLength(1);
});

test('two brokers, many consumers: every message to exactly one, each committed once', async () => {
  await createGroup(broker.ctx, { name: 'many', actor: systemActor('test') });
  await createTopic(broker.ctx, { name: 'many', messageType: 'NORMAL', queues: 4, actor: systemActor('test') });
  const sent = Array.from({ length: 1500 }, () => testMessage());
  await Promise.all(sent.map((message) => send(broker.ctx, { topic: 'many', messages: [message] })));
  const seen: string[] = [];
  const consume = async (ctx: BrokerContext, clientId: string): Promise<void> => {
    for (let empty = 0; empty < 5;) {
      const batch = await receiveNow(ctx, { group: 'many', topic: 'many', batchSize: 7, clientId });
      empty = batch.length === 0 ? empty + 1 : 0;
      seen.push(...batch.map(({ messageId }) => messageId));
      const outcomes = await ack(ctx, { group: 'many', topic: 'many', entries: batch.map(handleOf) });
      expect(outcomes.every(({ error }) => error === null)).toBe(true);
    }
  };
  await Promise.all([
    ...Array.from({ length: 6 }, (_, index) => consume(broker.ctx, `c${index}`)),
    ...Array.from({ length: 6 }, (_, index) => consume(other, `d${index}`)),
  ]);
  expect(seen).toHaveLength(1500);
  expect(new Set(seen)).toEqual(new Set(sent.map(({ messageId }) => messageId)));
});

test('fifty acks of one handle at once: all OK, one commit', async () => {
  await createGroup(broker.ctx, {
    name: 'again',
    retryPolicy: { type: 'fixed', intervalMs: 100 },
    actor: systemActor('test'),
  });
  await createTopic(broker.ctx, { name: 'again', messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
  await send(broker.ctx, { topic: 'again', messages: [testMessage()] });
  const [first] = await receiveNow(broker.ctx, { group: 'again', topic: 'again' });
  if (first === undefined) throw new Error('nothing received');
  await fail(broker.ctx, { group: 'again', topic: 'again', ...handleOf(first), clientId: 'client-1' });
  const [second] = await receiveNow(broker.ctx, { group: 'again', topic: 'again', waitMs: 15_000 });
  if (second === undefined) throw new Error('nothing received again');
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      ack(index % 2 === 0 ? broker.ctx : other, { group: 'again', topic: 'again', entries: [handleOf(second)] }),
    ),
  );
  expect(outcomes.flat().every(({ error }) => error === null)).toBe(true);
  const { rows } = await broker.database.store.console.query(
    `SELECT count(*)::int AS n FROM delivery_event JOIN consumer_group USING (group_id) WHERE name = 'again' AND state = 'Commit'`,
  );
  expect(rows).toEqual([{ n: 1 }]);
  const stale = await ack(broker.ctx, { group: 'again', topic: 'again', entries: [handleOf(first)] });
  expect(stale[0]?.error?.code).toBe('invalid-receipt-handle');
});

test('ack against expiry at the same instant: exactly one wins, every time', async () => {
  await createGroup(broker.ctx, { name: 'race', maxRetries: 1000, actor: systemActor('test') });
  await createTopic(broker.ctx, { name: 'race', messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
  const sent = Array.from({ length: 320 }, () => testMessage());
  await send(broker.ctx, { topic: 'race', messages: sent });
  let lost = 0;
  let waitMs = 40;
  const committed = new Set<string>();
  for (let round = 0; round < 40 && committed.size < sent.length; round += 1) {
    const batch = await receiveNow(broker.ctx, {
      group: 'race',
      topic: 'race',
      batchSize: 8,
      invisibleMs: 60,
      autoRenew: false,
    });
    await sleep(waitMs);
    const [outcomes] = await Promise.all([
      ack(broker.ctx, { group: 'race', topic: 'race', entries: batch.map(handleOf) }),
      expire(broker.ctx),
      expire(other),
    ]);
    for (const { messageId, error } of outcomes) {
      if (error === null) {
        expect(committed.has(messageId)).toBe(false);
        committed.add(messageId);
      } else lost += 1;
    }
    // Towards the instant of expiry, whatever the machine adds to the wait.
    waitMs = outcomes.some(({ error }) => error === null) ? waitMs + 3 : Math.max(0, waitMs - 3);
  }
  expect(lost).toBeGreaterThan(0);
  expect(committed.size).toBeGreaterThan(0);
  // Whatever was not committed is still there, once.
  const { rows } = await broker.database.store.console.query<{ n: number }>(
    `SELECT (SELECT count(*) FROM retry r JOIN consumer_group g USING (group_id) WHERE g.name = 'race')::int AS n`,
  );
  const { rows: undelivered } = await broker.database.store.console.query<{ n: number }>(
    `SELECT (count(*) FILTER (WHERE m.off >= c.pos))::int AS n FROM message m JOIN queue q USING (queue_id) JOIN topic t ON t.topic_id = q.topic_id
       CROSS JOIN LATERAL (SELECT coalesce((SELECT l.end_off FROM lease l WHERE l.queue_id = q.queue_id ORDER BY lease_id DESC LIMIT 1), 0) AS pos) c WHERE t.name = 'race'`,
  );
  const { rows: open } = await broker.database.store.console.query<{ n: number }>(
    `SELECT coalesce(sum(bit_count(l.open::bit(64))), 0)::int AS n FROM lease l JOIN consumer_group g USING (group_id) WHERE g.name = 'race'`,
  );
  expect((rows[0]?.n ?? 0) + (undelivered[0]?.n ?? 0) + (open[0]?.n ?? 0) + committed.size).toBe(sent.length);
});

test('eight consumers race for twenty ordered keys: send order per key, never two at once', async () => {
  await createGroup(broker.ctx, { name: 'keys', deliveryOrder: 'ordered', actor: systemActor('test') });
  await createTopic(broker.ctx, { name: 'keys', messageType: 'FIFO', queues: 4, actor: systemActor('test') });
  const sent = Array.from({ length: 600 }, (_, index) =>
    testMessage({ messageGroup: `key-${index % 20}`, properties: { n: String(index) } }),
  );
  await send(broker.ctx, { topic: 'keys', messages: sent });
  const order = new Map<string, number[]>();
  const held = new Set<string>();
  const violations: string[] = [];
  let done = 0;
  const consume = async (ctx: BrokerContext, clientId: string): Promise<void> => {
    while (done < 600) {
      const batch = await receiveNow(ctx, { group: 'keys', topic: 'keys', batchSize: 3, clientId, waitMs: 200 });
      const keys = new Set(batch.map(({ messageGroup }) => messageGroup ?? ''));
      for (const key of keys) {
        if (held.has(key)) violations.push(`${key} leased twice`);
        held.add(key);
      }
      for (const message of batch)
        order.set(message.messageGroup ?? '', [
          ...(order.get(message.messageGroup ?? '') ?? []),
          Number(message.properties['n']),
        ]);
      await sleep(Math.random() * 3);
      for (const key of keys) held.delete(key);
      await ack(ctx, { group: 'keys', topic: 'keys', entries: batch.map(handleOf) });
      done += batch.length;
    }
  };
  await Promise.all(
    Array.from({ length: 8 }, (_, index) => consume(index % 2 === 0 ? broker.ctx : other, `k${index}`)),
  );
  expect(violations).toEqual([]);
  expect(done).toBe(600);
  for (const numbers of order.values()) expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
});

test('a group made ordered by one process is not served unordered by another that has not heard of it', async () => {
  const actor = systemActor('test');
  const group = await createGroup(broker.ctx, { name: 'turned', actor });
  await createTopic(broker.ctx, { name: 'turned', messageType: 'FIFO', queues: 1, actor });
  await other.groups.find('turned');
  await send(broker.ctx, {
    topic: 'turned',
    messages: [testMessage({ messageGroup: 'k' }), testMessage({ messageGroup: 'k' })],
  });
  await updateGroup(broker.ctx, { name: 'turned', version: group.version, deliveryOrder: 'ordered', actor });
  const late = await receiveNow(other, { group: 'turned', topic: 'turned', batchSize: 1 });
  const first =
    late.length > 0 ? late : await receiveNow(broker.ctx, { group: 'turned', topic: 'turned', batchSize: 1 });
  expect(first).toHaveLength(1);
  expect(await receiveNow(broker.ctx, { group: 'turned', topic: 'turned' })).toEqual([]);
});
