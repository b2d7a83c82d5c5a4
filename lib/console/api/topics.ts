import 'server-only';
import { z } from 'zod';
import { createTopic, listTopics } from '../../broker';
import { MESSAGE_TYPES, type Topic } from '../../model/topic';
import { defineRoute } from './route';
import { listQuery, pageShape, time } from './shapes';

const topicShape = z
  .object({ name: z.string(), type: z.enum(MESSAGE_TYPES), queues: z.int(), createdAt: time })
  .meta({ id: 'Topic' });

function toTopicShape(topic: Topic): z.input<typeof topicShape> {
  return {
    name: topic.name,
    type: topic.messageType,
    queues: topic.queueCount,
    createdAt: topic.createdAt.toISOString(),
  };
}

export const createTopicRoute = defineRoute({
  method: 'post',
  path: '/topics',
  name: 'createTopic',
  summary: 'Create a topic',
  tag: 'Topics',
  permission: 'topic:write',
  body: z.strictObject({
    name: z.string().describe('Letters, digits, % | - _, at most 64 characters'),
    type: z.enum(MESSAGE_TYPES).describe('NORMAL, FIFO or DELAY; TRANSACTION is not supported yet').default('NORMAL'),
    queues: z.number().optional().describe('1 to 64, default 4; never changes'),
    reason: z.string().max(500).optional(),
  }),
  answers: [{ status: 201, description: 'Created', schema: topicShape }],
  run: async ({ broker, actor }, { body: { name, type, queues, reason } }) => ({
    status: 201,
    body: toTopicShape(await createTopic(broker, { name, messageType: type, queues, reason, actor })),
  }),
});

export const listTopicsRoute = defineRoute({
  method: 'get',
  path: '/topics',
  name: 'listTopics',
  summary: 'List topics by name',
  tag: 'Topics',
  permission: 'topic:read',
  query: z.strictObject(listQuery),
  answers: [{ status: 200, description: 'A page', schema: pageShape(topicShape) }],
  run: async ({ broker }, { query }) => {
    const { items, nextCursor } = await listTopics(broker, query);
    return { status: 200, body: { items: items.map(toTopicShape), nextCursor } };
  },
});
