'use server';

import { resumeGroup } from '../../broker';
import { resumeClusterGroup } from '../../engine';
import { defineAction } from '../http/define-action';
import { controlGroupSchema } from '../schemas/group-control';

export const resumeGroupAction = defineAction({
  permission: 'group:write',
  subject: { group: ({ name }) => name },
  input: controlGroupSchema.extend({ reason: controlGroupSchema.shape.reason.optional() }),
  run: async ({ broker, actor }, { name, reason = '' }) => ({
    changed: (await resumeGroup(broker, { name, reason, actor })).changed,
  }),
  runInCluster: ({ broker, engine, actor }, { name, reason = '' }) =>
    resumeClusterGroup(broker, engine, { name, reason, actor }),
});
