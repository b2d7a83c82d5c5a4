import { z } from 'zod';
import { databaseNow } from '../../../engine';
import { operation } from '../../http/operation';
import { time } from '../../schemas/shapes';
import { testMessageSchema, toTestMessage } from '../../schemas/test-message';

export const sendTestMessage = operation({
  name: 'sendTestMessage',
  summary: 'Send one test message, marked by the property redrive-test; every group of the topic gets it',
  permission: 'message:send',
  subject: { topic: ({ topic }) => topic },
  effect: 'change',
  input: testMessageSchema,
  output: z.object({
    messageId: z.string(),
    topic: z.string(),
    broker: z.string().nullable().describe('In a cluster: the broker that stored it. null: one store'),
    queue: z.int(),
    offset: z.int().nullable().describe('null: waits for its delivery time'),
    scheduledFor: time.nullable(),
  }),
  http: { method: 'post', path: '/messages', tag: 'Messages', carriesMessage: true, created: { answer: 'Stored' } },
  run: async ({ engine, actor, broker }, input) => {
    const message = toTestMessage(input, await databaseNow(broker.store.console));
    const { queueNo, ...sent } = await engine.topics.sendTest({ ...message, actor });
    return { ...sent, queue: queueNo };
  },
});
