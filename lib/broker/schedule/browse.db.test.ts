import { expect, test } from 'vitest';

import type { OutgoingMessage } from '../../model/message/message';
import { send } from '../message/send';
import { countScheduled, listScheduled } from './browse';
import { scheduleStage } from '../../testing/schedules';

const { stage, scene, delayed } = scheduleStage();
const SECOND = 1000;

test('lists page by due time, and counts are per topic', async () => {
  const names = await scene('listed');
  const messages = [3, 1, 1, 2, 5].map((seconds) => delayed(seconds * SECOND, { messageId: `list_${Math.random()}` }));
  await send(stage.broker.ctx, { topic: names.topic, messages });
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listScheduled(stage.broker.ctx, { topic: names.topic, limit: 2, cursor });
    seen.push(...page.items.map(({ messageId }) => messageId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  const key = ({ deliverAt, messageId }: OutgoingMessage): string => `${deliverAt?.toISOString()} ${messageId}`;
  expect(seen).toEqual(messages.toSorted((a, b) => (key(a) < key(b) ? -1 : 1)).map(({ messageId }) => messageId));
  const { topicId } = await stage.broker.ctx.topics.find(names.topic);
  const figures = (await countScheduled(stage.broker.ctx)).find((row) => row.topicId === topicId);
  expect(figures).toMatchObject({ waiting: 5, nextDueAt: messages[1]?.deliverAt });
  await expect(listScheduled(stage.broker.ctx, { topic: names.topic, cursor: 'x' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'cursor',
  });
});
