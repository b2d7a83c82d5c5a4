import { setTimeout as sleep } from 'node:timers/promises';

import { beforeAll, expect, test, vi } from 'vitest';

import { systemActor } from '../../../model/audit/actor';
import type { DeliveredMessage } from '../../../model/message/message';
import { lanesReady } from '../../../store/queries/delivery/lanes-ready';
import { testMessage } from '../../../testing/broker';
import { brokerStage } from '../../../testing/broker-stage';
import { explained } from '../../../testing/explained';
import { Scene } from '../../../testing/scene';
import type { BrokerContext } from '../../context';
import { createBrokerContext } from '../../create-context';
import { ack } from '../../delivery/ack';
import { pauseGroup, resumeGroup } from '../../group/pause';
import { resetOffset } from '../../group/reset-offset';
import { send } from '../../message/send';
import { startRedrive } from '../../redrive/start';
import { stepRedrives } from '../../redrive/step';
import { prune } from '../../retention/prune';
import { releaseDue } from '../../schedule/release-due';
import { createTopic } from '../../topic/create';

const HOUR = 3_600_000;
const WAIT_MS = 15_000;
const actor = systemActor('test');
const stage = brokerStage({ atFirstSegment: true });
/** Another process on the same database. None relays its hints to the one that holds the receives: all are lost. */
let other: BrokerContext;
beforeAll(async () => {
  const { ctx, clock } = stage.broker;
  const { store, log, metrics } = ctx;
  other = await createBrokerContext({ store, log, metrics, clock, protection: { sendHeadWaitMs: WAIT_MS } });
});

/** A receive is held until the sweep has looked for it once; then the other process does its work. */
async function heldDuring(at: Scene, work: () => Promise<unknown>): Promise<DeliveredMessage[]> {
  const statements = vi.spyOn(stage.broker.ctx.store.broker, 'query');
  const isSweep = ([statement]: readonly unknown[]): boolean => (statement as { name?: string }).name === 'lanes_ready';
  const held = at.push({ waitMs: WAIT_MS });
  while (!statements.mock.calls.some(isSweep)) await sleep(20);
  statements.mockRestore();
  await work();
  return await held;
}

const idsOf = (messages: readonly DeliveredMessage[]): readonly string[] => messages.map(({ messageId }) => messageId);
const open = (group: Parameters<typeof Scene.open>[1] = {}): Promise<Scene> => Scene.open(stage.broker, group);
const elsewhere = (at: Scene) => ({
  send: async (fields: Parameters<typeof testMessage>[0] = {}): Promise<string> => {
    const message = testMessage(fields);
    await send(other, { topic: at.topic, messages: [message] });
    return message.messageId;
  },
});

test('a new message is delivered though its hint is lost', async () => {
  const at = await open();
  let sent = '';
  expect(idsOf(await heldDuring(at, async () => (sent = await elsewhere(at).send())))).toEqual([sent]);
});

test('a message in a new segment', async () => {
  const at = await open();
  await at.ack(await at.send().then(() => at.one(at.push())));
  let sent = '';
  const work = async (): Promise<void> => {
    stage.broker.clock.advance(HOUR);
    await prune(other, { retentionMs: 3 * HOUR, segmentMs: HOUR });
    sent = await elsewhere(at).send();
  };
  expect(idsOf(await heldDuring(at, work))).toEqual([sent]);
});

test('a retry, when it is due', async () => {
  const at = await open({ retryPolicy: { type: 'fixed', intervalMs: HOUR } });
  const sent = await at.send();
  await at.fail(await at.one(at.push()));
  expect(idsOf(await heldDuring(at, async () => stage.broker.clock.advance(HOUR)))).toEqual([sent]);
});

test('what a reset of the offset repeats', async () => {
  const at = await open();
  const sent = await at.send();
  await at.ack(await at.one(at.push()));
  const reset = { name: at.group, to: 'earliest', dryRun: false, actor, reason: 'test' } as const;
  expect(idsOf(await heldDuring(at, () => resetOffset(other, reset)))).toEqual([sent]);
});

test('the messages of a group that is resumed', async () => {
  const at = await open();
  await at.push();
  await pauseGroup(stage.broker.ctx, { name: at.group, actor, reason: 'test' });
  const sent = await at.send();
  const resume = { name: at.group, actor, reason: '' };
  expect(idsOf(await heldDuring(at, () => resumeGroup(other, resume)))).toEqual([sent]);
});

test('a delayed message', async () => {
  const topic = 'delayed-sweep';
  await createTopic(stage.broker.ctx, { name: topic, messageType: 'DELAY', queues: 1, actor });
  const at = await Scene.open(stage.broker, {}, topic);
  const deliverAt = new Date(stage.broker.clock.nowOrNull().getTime() + HOUR);
  const sent = await elsewhere(at).send({ messageType: 'DELAY', deliverAt });
  const work = async (): Promise<void> => {
    stage.broker.clock.advance(HOUR);
    await releaseDue(other);
  };
  expect(idsOf(await heldDuring(at, work))).toEqual([sent]);
});

test('a dead letter that is re-driven', async () => {
  const at = await open({ maxRetries: 0 });
  const sent = await at.send();
  await at.fail(await at.one(at.push()));
  const work = async (): Promise<void> => {
    await startRedrive(other, { group: at.group, all: true, reason: '', actor });
    await stepRedrives(other);
  };
  expect(idsOf(await heldDuring(at, work))).toEqual([sent]);
});

test('of an ordered group, a new message and the one behind an acknowledged one', async () => {
  const at = await open({ deliveryOrder: 'ordered' });
  const ordered = { messageGroup: 'k', messageType: 'FIFO' } as const;
  const first = await heldDuring(at, () => elsewhere(at).send(ordered));
  expect(first).toHaveLength(1);
  const sent = await elsewhere(at).send(ordered);
  const { topic, group } = at;
  const [{ receiptHandle, messageId } = { receiptHandle: '', messageId: '' }] = first;
  const entries = [{ receiptHandle, messageId }];
  expect(idsOf(await heldDuring(at, () => ack(other, { topic, group, entries })))).toEqual([sent]);
});

test('a sweep of fresh, unanalysed tables reads only indexes of the lanes', async () => {
  const { database, ctx, clock } = stage.broker;
  const at = await open();
  const [{ topicId }, { groupId }] = await Promise.all([ctx.topics.find(at.topic), ctx.groups.find(at.group)]);
  await database.store.console.query(
    `INSERT INTO retry (group_id, queue_id, off, seg, topic_id, attempt, epoch, leased, visible_at,
       waiting, policy_version)
     SELECT 1000000 + n % 2000, 1000000 + n % 7, n, 1, 1000000 + n % 500, 1, 1, false, now() + interval '1 day', true, 1
       FROM generate_series(1, 60000) n`,
  );
  await database.store.console.query(
    `INSERT INTO queue (topic_id, queue_no) SELECT $1, n FROM generate_series(100, 20000) n`,
    [(await ctx.topics.find((await open()).topic)).topicId],
  );
  const lanes = [
    ...Array.from({ length: 499 }, (_, n) => ({ groupId: 2_000_000 + n, topicId: 1_000_000 + n })),
    { groupId, topicId },
  ];
  const { text } = await explained(database.store.console, (db) => lanesReady(db, clock.nowOrNull(), lanes));
  expect(text).not.toContain('Seq Scan');
  expect(text).toContain('retry_due');
  expect(text).toContain('queue_topic_id_queue_no_key');
});
