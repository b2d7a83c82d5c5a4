'use server';

import { makeClusterGroupEqual } from '../../engine';
import { defineAction } from '../http/define-action';
import { makeEqualSchema } from '../schemas/group-control';

export const makeGroupEqualAction = defineAction({
  permission: 'group:write',
  subject: 'system',
  input: makeEqualSchema,
  runInCluster: async ({ broker, engine, actor }, input) => ({
    version: (await makeClusterGroupEqual(broker, engine, { ...input, actor })).version,
  }),
});
