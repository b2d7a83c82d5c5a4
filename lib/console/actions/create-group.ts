'use server';

import { z } from 'zod';
import { createGroup } from '../../broker';
import { createClusterGroup } from '../../engine';
import { defineAction } from '../http/define-action';
import { groupSettingsSchema, reasonSchema } from '../schemas/group';

export const createGroupAction = defineAction({
  permission: 'group:write',
  subject: { newGroup: ({ name }) => name },
  input: groupSettingsSchema.extend({ name: z.string().trim(), reason: reasonSchema.optional() }),
  run: async ({ broker, actor }, input) => ({ name: (await createGroup(broker, { ...input, actor })).name }),
  runInCluster: async ({ broker, engine, actor }, input) => {
    await createClusterGroup(broker, engine, { ...input, actor });
    return { name: input.name };
  },
});
