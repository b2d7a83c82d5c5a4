'use server';

import { z } from 'zod';
import { resetOffset } from '../../broker';
import { defineAction } from '../http/define-action';
import { controlGroupSchema, offsetToSchema, toOffset } from '../schemas/group-control';

export const resetOffsetAction = defineAction({
  permission: 'group:write',
  input: controlGroupSchema.extend({ to: offsetToSchema, topic: z.string().max(200).optional() }),
  run: async ({ broker, actor }, { to, ...input }) => {
    const { moved, skipped, repeated } = await resetOffset(broker, {
      ...{ ...input, actor },
      to: toOffset(to),
      dryRun: false,
    });
    return { moved, skipped, repeated };
  },
});
