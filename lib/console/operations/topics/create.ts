import { z } from 'zod';
import { formatCount } from '../../../model/count';
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
    name: z.string().trim().describe('Letters, digits and `%|-_`, at most 64 characters'),
    type: z
      .enum(MESSAGE_TYPES)
      .describe('Message type; the topic accepts only messages of this type')
      .default('NORMAL'),
    queues: z.number().optional().describe('Number of queues, 1 to 64, default 4; can be increased later'),
    liteExpirationMinutes: z
      .number()
      .optional()
      .describe(
        'For LITE topics: minutes after its newest message at which a lite topic expires, ' +
          `${LIMITS.liteExpirationMinMinutes} to ${formatCount(LIMITS.liteExpirationMaxMinutes)}; ` +
          'omit to expire it when that message leaves the log',
      ),
    reason: z.string().max(500).optional().describe('Kept in the audit log'),
    ...ownership,
  }),
  managed: { kind: 'topic', name: ({ name }) => name },
  output: topicShape,
  http: { method: 'post', path: '/topics', tag: 'Topics', created: { answer: 'Created' } },
  run: ({ engine, actor }, { name: topic, type: messageType, ...change }) =>
    engine.topics.create({ ...change, topic, messageType, actor }),
});
