import 'server-only';
import { z } from 'zod';
import { readGroup } from '../../cluster';
import { makeClusterGroupEqual, planMakeEqual } from '../../engine';
import { defineRoute } from '../http/define-route';
import { openClusterGroup } from '../reads/cluster-group';
import { makeEqualSchema, requireReason } from '../schemas/group-control';
import { savedGroupShape } from './groups';
import { dryRunField, toPlanShape } from './policy-effect';

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
  body: makeEqualSchema.omit({ name: true }).extend({
    dryRun: dryRunField,
    reason: makeEqualSchema.shape.reason.optional().describe('Required unless it is a dry run'),
  }),
  answers: [{ status: 200, description: 'The group as it is now, or would be', schema: savedGroupShape }],
  runInCluster: async (ctx, { params: { group: name }, body: { dryRun, reason = '', ...body } }) => {
    const { broker, engine, actor } = ctx;
    const open = async () => (await openClusterGroup(ctx, await readGroup(engine.cluster, name))).view;
    if (dryRun) {
      const { after, effect } = await planMakeEqual(broker, engine, { ...body, name });
      return { status: 200, body: { ...(await open()), ...after, ...toPlanShape(effect) } };
    }
    await makeClusterGroupEqual(broker, engine, { ...body, name, actor, reason: requireReason(reason) });
    return { status: 200, body: await open() };
  },
});
