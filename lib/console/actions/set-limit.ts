'use server';

import { z } from 'zod';
import { setLimit } from '../../broker';
import { defineAction } from '../http/define-action';
import { limitFieldsSchema, limitKeySchema } from '../schemas/limit';

export const setLimitAction = defineAction({
  permission: 'limit:write',
  subject: 'system',
  input: limitKeySchema.extend({
    ...limitFieldsSchema.shape,
    version: z.int().min(0),
    reason: z.string().trim().min(1, 'Enter a reason; it is kept in the history.').max(500),
  }),
  run: async ({ broker, actor }, input) => ({ version: (await setLimit(broker, { ...input, actor })).version }),
});
