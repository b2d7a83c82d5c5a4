'use server';

import { z } from 'zod';
import { deleteTopic } from '../../broker';
import { defineAction } from '../http/define-action';

export const deleteTopicAction = defineAction({
  permission: 'topic:write',
  subject: { topic: ({ topic }) => topic },
  input: z.strictObject({
    topic: z.string().min(1).max(200),
    confirm: z.string().max(200).optional(),
    reason: z.string().trim().max(500).optional(),
  }),
  run: async ({ broker, actor }, input) => {
    const { waiting, inFlight, scheduled, transactions, deadLetters } = await deleteTopic(broker, { ...input, actor });
    return { ended: waiting + inFlight + scheduled + transactions, deadLetters };
  },
});
