'use server';

import { z } from 'zod';
import { createGroup } from '../../broker';
import { defineAction } from '../action';
import { groupSettingsSchema, reasonSchema } from '../group-schema';

export const createGroupAction = defineAction({
  permission: 'group:write',
  input: groupSettingsSchema.extend({ name: z.string().trim(), reason: reasonSchema.optional() }),
  run: async ({ broker, actor }, input) => ({ name: (await createGroup(broker, { ...input, actor })).name }),
});
