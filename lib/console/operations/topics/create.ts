import { z } from 'zod';
import { LIMITS } from '../../../model/limits';
import { MESSAGE_TYPES } from '../../../model/topic/topic';
import { operation } from '../../http/operation';
import { ownership } from '../../schemas/ownership';
import { topicShape } from './shapes';

export const createTopic = operation({
  name: 'createTopic',
  summary: 'Create a topic',
  permission: 'topic:write',
  subject: { newTopic: ({ name }) => name },
  effect: 'change',
  input: z.strictObject({
    name: z.string().trim().describe('Letters, digits, % | - _, at most 64 characters'),
    type: z.enum(MESSAGE_TYPES).describe('Which messages it takes, and only those').default('NORMAL'),
    queues: z.number().optional().describe('1 to 64, default 4; can grow, see PUT'),
    liteExpirationMinutes: z
      .number()
      .optional()
      .describe(
        `LITE topics: a lite topic ends when its newest message is older, ${LIMITS.liteExpirationMinMinutes} to ` +
          `${LIMITS.liteExpirationMaxMinutes}; absent: when that message has left the log`,
      ),
    reason: z.string().max(500).optional(),
    ...ownership,
  }),
  managed: { kind: 'topic', name: ({ name }) => name },
  output: topicShape,
  http: { method: 'post', path: '/topics', tag: 'Topics', created: { answer: 'Created' } },
  run: ({ engine, actor }, { name: topic, type: messageType, ...change }) =>
    engine.topics.create({ ...change, topic, messageType, actor }),
});
