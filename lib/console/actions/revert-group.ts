'use server';

import { revertGroup } from '../../broker';
import { revertClusterGroup } from '../../engine';
import { defineAction } from '../http/define-action';
import { controlGroupSchema } from '../schemas/group-control';
import { rowId } from '../schemas/row-id';

export const revertGroupAction = defineAction({
  permission: 'group:write',
  subject: { group: ({ name }) => name },
  input: controlGroupSchema.extend({ to: rowId, version: rowId }),
  run: async ({ broker, actor }, input) => ({ version: (await revertGroup(broker, { ...input, actor })).version }),
  runInCluster: async ({ broker, engine, actor }, input) => ({
    version: (await revertClusterGroup(broker, engine, { ...input, actor })).version,
  }),
});
