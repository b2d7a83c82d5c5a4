'use server';

import { z } from 'zod';
import { createTopic } from '../../broker';
import { createClusterTopic } from '../../engine';
import { MESSAGE_TYPES } from '../../model/topic';
import { DEFAULT_QUEUES } from '../schemas/topic';
import { defineAction } from '../http/define-action';

export const createTopicAction = defineAction({
  permission: 'topic:write',
  subject: { newTopic: ({ name }) => name },
  input: z.strictObject({
    name: z.string().trim(),
    type: z.enum(MESSAGE_TYPES),
    queues: z.number().optional(),
  }),
  run: async ({ broker, actor }, { name, type, queues }) => ({
    name: (await createTopic(broker, { name, messageType: type, queues, actor })).name,
  }),
  runInCluster: async ({ broker, engine, actor }, { name, type, queues = DEFAULT_QUEUES }) => {
    await createClusterTopic(broker, engine, { topic: name, messageType: type, queues, actor });
    return { name };
  },
});
