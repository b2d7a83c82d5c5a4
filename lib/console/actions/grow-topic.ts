'use server';

import { z } from 'zod';
import { growTopic } from '../../broker';
import { defineAction } from '../http/define-action';

export const growTopicAction = defineAction({
  permission: 'topic:write',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({
    topic: z.string().min(1).max(200),
    queues: z.number(),
    reason: z.string().trim().max(500).optional(),
  }),
  run: async ({ broker, actor }, input) => ({ queues: (await growTopic(broker, { ...input, actor })).queueCount }),
});
