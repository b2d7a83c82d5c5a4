import { z } from 'zod';
import { operation } from '../../http/operation';
import { ownership } from '../../schemas/ownership';
import { CLUSTER_TOPIC_TYPES } from '../../schemas/topic';
import { topicShape } from './shapes';

export const updateTopic = operation({
  name: 'growTopic',
  summary: 'Add queues to a topic; in a cluster, set its type and its queues on every broker',
  permission: 'topic:write',
  subject: { topic: ({ topic }) => topic },
  effect: 'change',
  input: z.strictObject({
    topic: z.string(),
    queues: z.number().describe('Number of queues; in an attached cluster, for each broker'),
    type: z.enum(CLUSTER_TOPIC_TYPES).optional().describe('Message type; only in an attached cluster'),
    version: z.string().max(20_000).optional().describe('In an attached cluster: version of the topic that you read'),
    reason: z.string().trim().max(500).optional().describe('Kept in the audit log'),
    ...ownership,
  }),
  managed: { kind: 'topic', name: ({ topic }) => topic },
  output: topicShape,
  http: { method: 'put', path: '/topics/{topic}', tag: 'Topics', answer: 'The topic' },
  run: ({ engine, actor }, change) => engine.topics.update({ ...change, actor }),
});
