'use server';

import { z } from 'zod';
import { removeLimit } from '../../broker';
import { defineAction } from '../http/define-action';
import { limitKeySchema } from '../schemas/limit';

export const removeLimitAction = defineAction({
  permission: 'limit:write',
  subject: 'system',
  input: limitKeySchema.extend({
    version: z.int().min(1),
    reason: z.string().trim().min(1, 'Enter a reason; it is kept in the history.').max(500),
  }),
  run: ({ broker, actor }, input) => removeLimit(broker, { ...input, actor }),
});
