'use server';

import { z } from 'zod';
import { deleteGroup } from '../../broker';
import { defineAction } from '../http/define-action';
import { controlGroupSchema } from '../schemas/group-control';

export const deleteGroupAction = defineAction({
  permission: 'group:write',
  subject: { group: ({ name }) => name },
  input: controlGroupSchema.extend({ confirm: z.string().max(200).optional() }),
  run: async ({ broker, actor }, input) => {
    const { deleted } = await deleteGroup(broker, { ...input, actor, dryRun: false });
    return { deleted };
  },
});
