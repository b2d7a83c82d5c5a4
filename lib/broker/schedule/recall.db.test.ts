import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import type { OutgoingMessage } from '../../model/message/message';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { findScheduled, listScheduled } from './browse';
import { recallByProducer, recallScheduled } from './recall';
import { releaseDue } from './release-due';
import { scheduleStage } from '../../testing/schedules';

const { stage, scene, delayed, releaseAll, receiveAll } = scheduleStage();
const SECOND = 1000;
const HOUR = 3_600_000;
const ACTOR = systemActor('test');

test('[case 72] recalled before it is due, it is never delivered; a repeated send does not bring it back', async () => {
  const names = await scene('recalled');
  const message = delayed(SECOND);
  const target = { topic: names.topic, messageId: message.messageId, deliverAt: message.deliverAt ?? new Date(0) };
  await send(stage.broker.ctx, { topic: names.topic, messages: [message] });
  expect(await recallByProducer(stage.broker.ctx, target)).toMatchObject({ changed: true, recalledBy: null });
  expect(await recallByProducer(stage.broker.ctx, target)).toMatchObject({ changed: false });
  expect((await send(stage.broker.ctx, { topic: names.topic, messages: [message] }))[0]).toMatchObject({
    duplicate: true,
  });
  stage.broker.clock.advance(2 * SECOND);
  expect((await send(stage.broker.ctx, { topic: names.topic, messages: [message] }))[0]).toMatchObject({
    duplicate: true,
  });
  expect(await releaseAll()).toBe(0);
  expect(await receiveAll(names)).toEqual([]);
  const [found] = await findScheduled(stage.broker.ctx, message.messageId);
  expect(found?.recalledAt?.getTime()).toBe(stage.broker.clock.nowOrNull().getTime() - 2 * SECOND);
  expect((await listScheduled(stage.broker.ctx, { topic: names.topic })).items).toEqual([]);
});

test('a recall is refused: in the log already, unknown id, another time, unknown topic, a topic of another type', async () => {
  const names = await scene('refused');
  const message = delayed(SECOND);
  const deliverAt = message.deliverAt ?? new Date(0);
  await send(stage.broker.ctx, { topic: names.topic, messages: [message] });
  const recall = (fields: object) =>
    recallByProducer(stage.broker.ctx, { topic: names.topic, messageId: message.messageId, deliverAt, ...fields });
  await expect(recall({ messageId: 'never-sent' })).rejects.toMatchObject({ code: 'illegal-recall-handle' });
  await expect(recall({ deliverAt: new Date(deliverAt.getTime() + 1) })).rejects.toMatchObject({
    code: 'illegal-recall-handle',
  });
  await expect(recall({ topic: 'nowhere' })).rejects.toMatchObject({ code: 'topic-not-found' });
  await createTopic(stage.broker.ctx, { name: 'refused-normal', messageType: 'NORMAL', actor: ACTOR });
  await expect(recall({ topic: 'refused-normal' })).rejects.toMatchObject({ code: 'message-type-conflict' });
  stage.broker.clock.advance(SECOND);
  await releaseAll();
  await expect(recall({})).rejects.toMatchObject({ code: 'recall-too-late' });
  expect(await receiveAll(names)).toEqual([message.messageId]);
});

test('an operator recalls one message: a reason, an audit row, once', async () => {
  const names = await scene('by-hand');
  const message = delayed(HOUR);
  await send(stage.broker.ctx, { topic: names.topic, messages: [message] });
  const actor = { kind: 'operator', name: 'ada@example.org', address: '127.0.0.1' } as const;
  const input = { topic: names.topic, messageId: message.messageId, actor, reason: 'wrong price' };
  expect(await recallScheduled(stage.broker.ctx, input)).toMatchObject({
    changed: true,
    recalledBy: 'ada@example.org',
  });
  expect(await recallScheduled(stage.broker.ctx, input)).toMatchObject({ changed: false });
  const { rows } = await stage.broker.database.store.console.query(
    `SELECT actor, reason, before FROM audit WHERE action = 'message.recall' AND target = $1`,
    [message.messageId],
  );
  expect(rows).toEqual([
    {
      actor: 'ada@example.org',
      reason: 'wrong price',
      before: { topic: names.topic, dueAt: message.deliverAt?.toISOString() },
    },
  ]);
  await expect(recallScheduled(stage.broker.ctx, { ...input, messageId: 'never-sent' })).rejects.toMatchObject({
    code: 'message-not-found',
  });
});

test('a recall that races the release: either it comes too late and the message is delivered, or it is never delivered', async () => {
  const names = await scene('race');
  const messages = Array.from({ length: 60 }, () => delayed(SECOND));
  await send(stage.broker.ctx, { topic: names.topic, messages });
  stage.broker.clock.advance(SECOND);
  const recalled: string[] = [];
  const recall = async ({ messageId, deliverAt }: OutgoingMessage): Promise<void> => {
    try {
      await recallByProducer(stage.broker.ctx, { topic: names.topic, messageId, deliverAt: deliverAt ?? new Date(0) });
      recalled.push(messageId);
    } catch (error) {
      expect(error).toMatchObject({ code: 'recall-too-late' });
    }
  };
  const release = async (after: number): Promise<void> => {
    for (let turn = 0; turn < after; turn += 1) await stage.broker.ctx.store.broker.query('SELECT 1');
    await releaseDue(stage.broker.ctx);
  };
  await Promise.all([...messages.map(recall), release(3), release(6)]);
  await releaseAll();
  const received = await receiveAll(names);
  expect([...received, ...recalled].toSorted()).toEqual(messages.map(({ messageId }) => messageId).toSorted());
});
