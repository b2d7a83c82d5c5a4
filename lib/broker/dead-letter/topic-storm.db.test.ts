// @module-tag landing
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, PATIENT, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import type { BrokerContext } from '../context';
import { createBrokerContext } from '../create-context';
import { ack } from '../delivery/ack';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { forward } from '../delivery/forward';
import { deadLetterExhausted } from '../delivery/dead-letter-exhausted';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { fillDeadLetterTopics } from './topic';
import { eachShortFirst } from '../../testing/each-short-first';

let broker: TestBroker;
/** A second process's worth of state on the same database. */
let other: BrokerContext;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  const { store, log, metrics } = broker.ctx;
  other = await createBrokerContext({ store, log, metrics, protection: PATIENT });
});
afterAll(() => broker.close());

const actor = systemActor('test');
const MESSAGES = 1_200;

async function rows<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await broker.database.store.console.query(text, values)).rows as Row[];
}

const deadlocks = async (): Promise<number> => {
  // Statistics of a backend arrive when it is idle for a moment.
  await sleep(1_200);
  const [row] = await rows<{ n: number }>(
    'SELECT deadlocks::int AS n FROM pg_stat_database WHERE datname = current_database()',
  );
  return row?.n ?? -1;
};

/** Which statements waited for each other, from the server's log. */
async function deadlocksInLog(): Promise<string> {
  const [row] = await rows<{ log: string | null }>(
    "SELECT pg_read_file(current_setting('data_directory') || '/../postgres.log', true) AS log",
  );
  const reports = (row?.log ?? '').split('deadlock detected').slice(1);
  return reports.map((report) => report.slice(0, 2_000)).join('\n');
}

eachShortFirst(['concurrent', 'ordered'])(
  'deaths on every path while the topic is made, sent to and read (%s): one copy each, none lost, no deadlock',
  async (deliveryOrder) => {
    const names = { topic: `storm-${deliveryOrder}`, group: `storm-${deliveryOrder}` };
    const dlq = `%DLQ%${names.group}`;
    const reader = `reader-${deliveryOrder}`;
    const ordered = deliveryOrder === 'ordered';
    await createTopic(broker.ctx, { name: names.topic, messageType: ordered ? 'FIFO' : 'NORMAL', queues: 4, actor });
    await createGroup(broker.ctx, { name: names.group, deliveryOrder, maxRetries: 0, actor });
    await createGroup(broker.ctx, { name: reader, actor, retryPolicy: { type: 'fixed', intervalMs: 100 } });
    const before = await deadlocks();
    const countedBefore = broker.counted.get('rocketmq_send_to_dlq_messages_total') ?? 0;
    const ids: string[] = [];
    const read: string[] = [];
    let done = false;
    let allDead = false;
    const produce = async (ctx: BrokerContext): Promise<void> => {
      for (let sent = 0; sent < MESSAGES / 2; sent += 20) {
        const messages = Array.from({ length: 20 }, (_, index) =>
          testMessage(ordered ? { messageGroup: `key ${(sent + index) % 50}` } : {}),
        );
        ids.push(...messages.map(({ messageId }) => messageId));
        await send(ctx, { topic: names.topic, messages });
      }
    };
    const kill = async (ctx: BrokerContext, clientId: string): Promise<void> => {
      while (!done) {
        const batch = await receiveNow(ctx, { ...names, clientId, invisibleMs: 300, autoRenew: false, batchSize: 12 });
        await Promise.allSettled(
          batch.map(async ({ receiptHandle, messageId }, index) => {
            const input = { ...names, clientId, receiptHandle, messageId };
            // the third of them is left to the expiry loop
            if (index % 3 === 0) await fail(ctx, input);
            if (index % 3 === 1) await forward(ctx, { ...input, deliveryAttempt: 1 });
          }),
        );
        if (batch.length === 0) await sleep(10);
      }
    };
    const loop = async (step: () => Promise<unknown>): Promise<void> => {
      while (!done) {
        await step();
        await sleep(5);
      }
    };
    let handSent = 0;
    const consume = async (ctx: BrokerContext, clientId: string): Promise<void> => {
      const batch = await receiveNow(ctx, { group: reader, topic: dlq, clientId });
      const [first, ...rest] = batch;
      if (first === undefined) return;
      // some fail first and come again
      const failing = first.attempt === 1 ? [first] : [];
      for (const { receiptHandle, messageId } of failing)
        await fail(ctx, { group: reader, topic: dlq, receiptHandle, messageId, clientId });
      const good = failing.length === 0 ? batch : rest;
      await ack(ctx, { group: reader, topic: dlq, entries: good });
      read.push(...good.map(({ messageId }) => messageId));
    };
    const dead = async (): Promise<number> =>
      (
        await rows<{ n: number }>(
          'SELECT count(*)::int AS n FROM dead_letter JOIN consumer_group USING (group_id) WHERE name = $1',
          [names.group],
        )
      )[0]?.n ?? 0;
    const watch = async (): Promise<void> => {
      const endsAt = performance.now() + 150_000;
      // read as a topic from the middle of it on
      while ((await dead()) < MESSAGES / 3) await sleep(10);
      const readers = [broker.ctx, other].map((ctx, index) => loop(() => consume(ctx, `reader-${index}`)));
      const sends = loop(async () => {
        if (allDead) return;
        handSent += 1;
        await send(other, {
          topic: dlq,
          messages: [testMessage({ messageId: `by hand ${deliveryOrder} ${handSent}` })],
        });
      });
      while ((await dead()) < MESSAGES && performance.now() < endsAt) await sleep(50);
      allDead = true;
      while (read.length < MESSAGES + handSent && performance.now() < endsAt) await sleep(50);
      done = true;
      await Promise.all([...readers, sends]);
    };
    await Promise.all([
      produce(broker.ctx),
      produce(other),
      ...['a', 'b', 'c'].map((clientId) => kill(broker.ctx, clientId)),
      ...['d', 'e', 'f'].map((clientId) => kill(other, clientId)),
      ...[broker.ctx, other].flatMap((ctx) => [
        loop(() => expire(ctx)),
        loop(() => deadLetterExhausted(ctx)),
        loop(() => fillDeadLetterTopics(ctx)),
      ]),
      watch(),
    ]);
    const copies = await rows<{ msg_id: string; n: number }>(
      `SELECT m.msg_id, count(*)::int AS n FROM message m JOIN topic t USING (topic_id)
        WHERE t.name = $1 AND m.msg_id NOT LIKE 'by hand%' GROUP BY m.msg_id`,
      [dlq],
    );
    expect(copies.filter(({ n }) => n !== 1)).toEqual([]);
    expect(copies.map((row) => row.msg_id).toSorted()).toEqual(ids.toSorted());
    const fromDead = read.filter((id) => !id.startsWith('by hand'));
    expect(fromDead.toSorted()).toEqual(ids.toSorted());
    expect((broker.counted.get('rocketmq_send_to_dlq_messages_total') ?? 0) - countedBefore).toBe(MESSAGES);
    const after = await deadlocks();
    const waited = after === before ? 'for none' : await deadlocksInLog();
    expect({ after, waited }).toEqual({ after: before, waited: 'for none' });
  },
  200_000,
);
