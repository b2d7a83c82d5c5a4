'use server';

import { z } from 'zod';
import { recallScheduled } from '../../broker';
import { defineAction } from '../http/define-action';

export const recallScheduledAction = defineAction({
  permission: 'message:recall',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({
    topic: z.string().min(1).max(200),
    messageId: z.string().min(1).max(255),
    reason: z.string().trim().max(500),
  }),
  run: async ({ broker, actor }, input) => {
    const { changed } = await recallScheduled(broker, { ...input, actor });
    return { changed };
  },
});
