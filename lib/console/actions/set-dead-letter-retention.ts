'use server';

import { z } from 'zod';
import { setDeadLetterRetention } from '../../broker';
import { defineAction } from '../http/define-action';
import { reasonSchema } from '../schemas/group';

export const setDeadLetterRetentionAction = defineAction({
  permission: 'settings:write',
  subject: 'system',
  input: z.strictObject({
    keepHours: z.number().nullable(),
    mayRemove: z.int().min(0),
    version: z.int().min(0),
    reason: reasonSchema.min(1, 'Enter a reason; it is kept in the history.'),
  }),
  run: async ({ broker, actor }, input) => {
    const { version } = await setDeadLetterRetention(broker, { ...input, actor });
    return { version };
  },
});
