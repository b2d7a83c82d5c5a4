'use server';

import { pauseGroup } from '../../broker';
import { pauseClusterGroup } from '../../engine';
import { defineAction } from '../http/define-action';
import { controlGroupSchema } from '../schemas/group-control';

export const pauseGroupAction = defineAction({
  permission: 'group:write',
  subject: { group: ({ name }) => name },
  input: controlGroupSchema,
  run: async ({ broker, actor }, input) => ({ changed: (await pauseGroup(broker, { ...input, actor })).changed }),
  runInCluster: ({ broker, engine, actor }, input) => pauseClusterGroup(broker, engine, { ...input, actor }),
});
