import 'server-only';
import { z } from 'zod';
import { readGroup } from '../../cluster';
import { makeClusterGroupEqual } from '../../engine';
import { defineRoute } from '../http/define-route';
import { openClusterGroup } from '../reads/cluster-group';
import { makeEqualSchema } from '../schemas/group-control';
import { groupShape } from './groups';

/** What there is only where several brokers serve a group. */
export const makeGroupEqualRoute = defineRoute({
  method: 'post',
  path: '/groups/{group}/make-equal',
  name: 'makeGroupEqual',
  summary: 'Give all brokers the settings that one of them has, also where the group is missing',
  tag: 'Groups',
  permission: 'group:write',
  subject: 'system',
  params: z.strictObject({ group: z.string() }),
  body: makeEqualSchema.omit({ name: true }),
  answers: [{ status: 200, description: 'The group as it is now', schema: groupShape }],
  runInCluster: async (ctx, { params: { group: name }, body }) => {
    const { broker, engine, actor } = ctx;
    await makeClusterGroupEqual(broker, engine, { ...body, name, actor });
    return { status: 200, body: (await openClusterGroup(ctx, await readGroup(engine.cluster, name))).view };
  },
});
