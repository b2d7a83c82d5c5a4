'use server';

import { z } from 'zod';
import { setFailover } from '../../broker';
import { defineAction } from '../http/define-action';

export const setFailoverAction = defineAction({
  permission: 'topic:write',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({
    topic: z.string().min(1).max(255),
    endpoints: z.string().trim().max(1000).nullable(),
    afterSeconds: z.number().optional(),
    version: z.int().min(0),
    reason: z.string().trim().max(500),
  }),
  run: async ({ broker, actor }, input) => {
    await setFailover(broker, { ...input, actor });
  },
});
