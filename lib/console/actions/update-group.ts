'use server';

import { z } from 'zod';
import { updateGroup } from '../../broker';
import { updateClusterGroup } from '../../engine';
import { defineAction } from '../http/define-action';
import { rowId } from '../schemas/row-id';
import { groupSettingsSchema, reasonSchema } from '../schemas/group';

export const updateGroupAction = defineAction({
  permission: 'group:write',
  subject: { group: ({ name }) => name },
  input: groupSettingsSchema.extend({
    name: z.string().max(200),
    version: rowId,
    reason: reasonSchema.min(1, 'Enter a reason; it is kept in the history.'),
  }),
  run: async ({ broker, actor }, input) => ({ version: (await updateGroup(broker, { ...input, actor })).version }),
  runInCluster: async ({ broker, engine, actor }, input) => ({
    version: (await updateClusterGroup(broker, engine, { ...input, actor })).version,
  }),
});
