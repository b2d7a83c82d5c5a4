import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { brokerStage } from '../../testing/broker-stage';
import { testMessage } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { expire } from '../delivery/expire';
import { send } from '../message/send';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { releaseDue } from '../schedule/release-due';
import { heartbeat, leave } from '../throttle/heartbeat';
import { createTopic } from '../topic/create';

const stage = brokerStage();
const actor = systemActor('test');

/**
 * How often a receive of the group that is held on the topic is woken meanwhile. It would look by itself a second
 * later.
 */
async function wakes(at: Pick<Scene, 'topic' | 'group'>, work: () => Promise<unknown>): Promise<number> {
  const { topics, groups, wakeups } = stage.broker.ctx;
  const [{ topicId }, { groupId }] = await Promise.all([topics.find(at.topic), groups.find(at.group)]);
  let times = 0;
  const leave = wakeups.subscribe(topicId, groupId, () => (times += 1));
  await work();
  leave();
  return times;
}

test('a held receive is woken by a new message, and not by one of another topic', async () => {
  const at = await Scene.open(stage.broker);
  const other = await Scene.open(stage.broker);
  expect(await wakes(at, () => at.send())).toBeGreaterThan(0);
  expect(await wakes(at, () => other.send())).toBe(0);
});

test('by a delivery that failed, and by one whose time is over', async () => {
  const at = await Scene.open(stage.broker);
  await at.sendMany(2);
  const held = await at.one(at.simple({ batchSize: 1 }));
  expect(await wakes(at, () => at.fail(held))).toBeGreaterThan(0);
  await at.one(at.simple({ batchSize: 1 }));
  stage.broker.clock.advance(10_000);
  expect(await wakes(at, () => expire(stage.broker.ctx))).toBeGreaterThan(0);
});

test('of an ordered group, by an ack: the next message of its key is free', async () => {
  const at = await Scene.open(stage.broker, { deliveryOrder: 'ordered' });
  await at.send({ messageGroup: 'k', messageType: 'FIFO' });
  const held = await at.one(at.push());
  expect(await wakes(at, () => at.ack(held))).toBeGreaterThan(0);
});

test('by a re-drive and by a change of the group', async () => {
  const { ctx } = stage.broker;
  const at = await Scene.open(stage.broker, { maxRetries: 0 });
  await at.send();
  await at.fail(await at.one(at.push()));
  await startRedrive(ctx, { group: at.group, all: true, reason: '', actor });
  expect(await wakes(at, () => stepRedrives(ctx))).toBeGreaterThan(0);
  expect(await wakes(at, () => at.edit({ maxRetries: 1 }))).toBeGreaterThan(0);
});

test('by a delayed message that is due', async () => {
  const { ctx, clock } = stage.broker;
  const { group } = await Scene.open(stage.broker);
  const topic = 'delayed-wakes';
  await createTopic(ctx, { name: topic, messageType: 'DELAY', queues: 1, actor });
  const deliverAt = new Date(clock.nowOrNull().getTime() + 60_000);
  expect(
    await wakes({ topic, group }, () =>
      send(ctx, { topic, messages: [testMessage({ messageType: 'DELAY', deliverAt })] }),
    ),
  ).toBe(0);
  clock.advance(60_000);
  expect(await wakes({ topic, group }, () => releaseDue(ctx))).toBeGreaterThan(0);
});

test('a process that serves clients alone tells no other one of its messages', async () => {
  const { ctx } = stage.broker;
  const at = await Scene.open(stage.broker);
  const { topicId } = await ctx.topics.find(at.topic);
  const told: number[] = [];
  ctx.wakeups.relayTo({ wake: (topicIds) => told.push(...topicIds), join: () => undefined });
  const idle = { consumersByGroup: new Map<string, number>(), pushClients: [] };
  const other = { ...ctx, nodeId: 'another process' };
  await heartbeat(ctx, idle);
  await at.send();
  expect(told).toEqual([]);
  await heartbeat(other, idle);
  await at.send();
  expect(told).toEqual([topicId]);
  await leave(other);
  await heartbeat(ctx, idle);
  await at.send();
  expect(told).toEqual([topicId]);
});
