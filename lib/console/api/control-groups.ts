import 'server-only';
import { z } from 'zod';
import {
  type ControlGroupInput,
  deleteGroup,
  findGroup,
  pauseGroup,
  planGroupRevert,
  readDiffering,
  readFiltered,
  readGroupClients,
  readGroupHistory,
  resetOffset,
  resumeGroup,
  revertGroup,
} from '../../broker';
import { readGroup } from '../../cluster';
import { pauseClusterGroup, planClusterRevert, resumeClusterGroup, revertClusterGroup } from '../../engine';
import { known } from '../../model/reading';
import type { ApiRoute } from '../http/define-route';
import { defineRoute } from '../http/define-route';
import type { ConsoleContext } from '../http/context';
import { openClusterGroup } from '../reads/cluster-group';
import { toGroupView } from '../reads/groups';
import { groupSettingsShape } from '../schemas/group';
import { differingView, filteredView, subscriptionView } from '../reads/subscriptions';
import { controlGroupSchema, offsetToSchema, requireReason, toOffset } from '../schemas/group-control';
import { groupShape, savedGroupShape } from './groups';
import { dryRunField, toPlanShape } from './policy-effect';
import { time } from './shapes';
import { differingShape, filteredShape, subscriptionShape } from './subscription-shapes';

const params = z.strictObject({ group: z.string() });
const count = z.int().min(0);
const reason = controlGroupSchema.shape.reason;

function control(
  verb: 'pause' | 'resume',
  summary: string,
  run: (broker: ConsoleContext['broker'], input: ControlGroupInput) => ReturnType<typeof pauseGroup>,
  runInCluster: typeof pauseClusterGroup,
): ApiRoute {
  return defineRoute({
    method: 'post',
    path: `/groups/{group}/${verb}`,
    name: `${verb}Group`,
    summary,
    tag: 'Groups',
    permission: 'group:write',
    subject: { group: ({ params }) => params.group },
    params,
    body: z.strictObject({ reason: verb === 'pause' ? reason : reason.optional() }),
    bodyOptional: verb === 'resume',
    answers: [
      {
        status: 200,
        description: 'The group as it is now',
        schema: groupShape
          .extend({ changed: z.boolean().describe('False: it was so already') })
          .meta({ id: 'ControlledGroup' }),
      },
    ],
    run: async ({ broker, actor }, { params: { group: name }, body }) => {
      const { group, changed } = await run(broker, { name, actor, reason: body.reason ?? '' });
      return { status: 200, body: { ...toGroupView(group), changed } };
    },
    runInCluster: async (ctx, { params: { group: name }, body }) => {
      const { broker, engine, actor } = ctx;
      const { changed } = await runInCluster(broker, engine, { name, actor, reason: body.reason ?? '' });
      const { view } = await openClusterGroup(ctx, await readGroup(engine.cluster, name));
      return { status: 200, body: { ...view, changed } };
    },
  });
}

export const pauseGroupRoute = control(
  ...(['pause', 'Hand out no message of the group until it is resumed'] as const),
  ...([pauseGroup, pauseClusterGroup] as const),
);
export const resumeGroupRoute = control(
  ...(['resume', 'Hand out messages of the group again'] as const),
  ...([resumeGroup, resumeClusterGroup] as const),
);

const clientShape = z.object({
  clientId: z.string(),
  node: z.string(),
  kind: z.enum(['push', 'simple']),
  language: z.string(),
  version: z.string().describe('Of the SDK'),
  address: z.string(),
  accessKey: z.string().nullable(),
  since: time,
  leftAt: time.nullable().describe('Null: connected, as its node last reported'),
  nodeSilent: z.boolean().describe('Its node does not report: unknown whether it is connected'),
  holds: count.describe('Messages in flight with it'),
  heldSince: time.nullable().describe('Since when it has held the first of them'),
  receivedPerSecond: z.number().nullable().describe('Over about the last minute; null: unknown'),
  ackedPerSecond: z.number().nullable(),
  settingsVersion: count.nullable().describe('Of the group, as it was last sent; null: its node does not tell'),
  settingsAt: time.nullable().describe('When it was sent'),
  settingsAdapted: z
    .boolean()
    .nullable()
    .describe('It was sent another retry policy, because its SDK cannot follow the one that is set'),
  appVersion: z.string().nullable().describe('Of the application, as its newest failure report names it'),
  subscriptions: z.array(subscriptionShape).nullable().describe('Null: it left, or its node does not tell'),
});

export const groupClientsRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}/clients',
  name: 'listGroupClients',
  summary: 'Consumers of a group on all nodes, clients that left in the last 2 h, and the last one that left',
  tag: 'Groups',
  permission: 'group:read',
  subject: { group: ({ params }) => params.group },
  params,
  answers: [
    {
      status: 200,
      description: 'Connected ones first, at most 500',
      schema: z
        .object({
          items: z.array(clientShape),
          total: count,
          nodes: count.describe('Living nodes'),
          unnamed: count.describe('Consumers that nodes of an older release count without naming them'),
          differing: differingShape,
          filteredOut: filteredShape,
        })
        .meta({ id: 'GroupClients' }),
    },
  ],
  run: async ({ broker }, { params: { group } }) => {
    const { groupId } = await findGroup(broker, group);
    const [{ items, ...rest }, differing, filtered] = await Promise.all([
      readGroupClients(broker, group),
      readDiffering(broker, groupId),
      readFiltered(broker, groupId),
    ]);
    return {
      status: 200,
      body: {
        ...{ ...rest, differing: differingView(differing), filteredOut: filtered.map(filteredView) },
        items: items.map(({ client, seenAt: _seen, receivedPerS, ackedPerS, subscriptions, ...row }) => ({
          subscriptions: subscriptions?.map((each) => subscriptionView(each, differing)) ?? null,
          ...{ ...row, clientId: client, since: row.since.toISOString(), leftAt: row.leftAt?.toISOString() ?? null },
          heldSince: row.heldSince?.toISOString() ?? null,
          settingsAt: row.settingsAt?.toISOString() ?? null,
          receivedPerSecond: receivedPerS,
          ackedPerSecond: ackedPerS,
        })),
      },
    };
  },
});

const versionShape = z.object({
  ...groupSettingsShape,
  version: z.int(),
  actor: z.string(),
  reason: z.string().nullable(),
  at: time,
  use: z
    .object({ delivered: count.nullable(), redelivered: count.nullable(), died: count.nullable() })
    .nullable()
    .describe('First deliveries, retries and deaths while it was in use; null: no history is kept of that time'),
});

export const groupHistoryRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}/history',
  name: 'listGroupVersions',
  summary: 'Versions of the settings of a group, with what happened while each was in use',
  tag: 'Groups',
  permission: 'group:read',
  subject: { group: ({ params }) => params.group },
  params,
  answers: [
    {
      status: 200,
      description: 'Newest first, at most 200',
      schema: z.object({ items: z.array(versionShape) }).meta({ id: 'GroupHistory' }),
    },
  ],
  run: async ({ broker }, { params: { group } }) => ({
    status: 200,
    body: {
      items: (await readGroupHistory(broker, group)).map(({ at, ...version }) => ({
        ...version,
        at: at.toISOString(),
      })),
    },
  }),
});

export const revertGroupRoute = defineRoute({
  method: 'post',
  path: '/groups/{group}/revert',
  name: 'revertGroup',
  summary: 'Make a new version with the settings of an earlier one',
  tag: 'Groups',
  permission: 'group:write',
  subject: { group: ({ params }) => params.group },
  params,
  body: z.strictObject({
    to: z.int().min(1).describe('The version whose settings come back'),
    version: z.int().min(1).describe('The version you saw'),
    dryRun: dryRunField,
    reason: reason.optional().describe('Required unless it is a dry run'),
  }),
  answers: [{ status: 200, description: 'The group as it is now, or would be', schema: savedGroupShape }],
  run: async ({ broker, actor }, { params: { group: name }, body: { dryRun, reason: why = '', ...body } }) => {
    if (!dryRun)
      return { status: 200, body: toGroupView(await revertGroup(broker, { ...body, name, actor, reason: why })) };
    const { group, after, effect } = await planGroupRevert(broker, { ...body, name });
    return {
      status: 200,
      body: { ...toGroupView(group), ...after, ...toPlanShape(effect && known(effect, effect.asOf)) },
    };
  },
  runInCluster: async (ctx, { params: { group: name }, body: { dryRun, reason: why = '', ...body } }) => {
    const { broker, engine, actor } = ctx;
    const open = async () => (await openClusterGroup(ctx, await readGroup(engine.cluster, name))).view;
    if (dryRun) {
      const { after, effect } = await planClusterRevert(broker, engine, { ...body, name });
      return { status: 200, body: { ...(await open()), ...after, ...toPlanShape(effect) } };
    }
    await revertClusterGroup(broker, engine, { ...body, name, actor, reason: requireReason(why) });
    return { status: 200, body: await open() };
  },
});

const offsetShape = z
  .object({
    moved: z.boolean().describe('False: a dry run, or every queue stands there already'),
    skipped: count.describe('Not read yet, and not delivered any more'),
    repeated: count.describe('Delivered again, as first deliveries'),
    waiting: count.describe('Of the stretch that is repeated: passed over, tried at their own time'),
    dead: count.describe('Of the stretch that is repeated: passed over, stay dead letters'),
    blocker: z.string().nullable().describe('Why it cannot be done now'),
    queues: z.array(
      z.object({
        ...{ topic: z.string(), queueNo: z.int(), fromOffset: z.int(), toOffset: z.int() },
        ...{ skipped: count, repeated: count, waiting: count, dead: count },
      }),
    ),
  })
  .meta({ id: 'OffsetReset' });

export const resetOffsetRoute = defineRoute({
  method: 'post',
  path: '/groups/{group}/offset',
  name: 'resetGroupOffset',
  summary: 'Move the position of a group to a time, the newest or the earliest message',
  tag: 'Groups',
  permission: 'group:write',
  subject: { group: ({ params }) => params.group },
  params,
  body: z.strictObject({
    to: offsetToSchema,
    topic: z.string().max(200).optional().describe('Left out: every topic that the group reads'),
    dryRun: z.boolean().default(false).describe('Says what would happen and changes nothing'),
    reason: reason.optional().describe('Needed unless it is a dry run'),
  }),
  answers: [{ status: 200, description: 'What it does, or would do', schema: offsetShape }],
  run: async ({ broker, actor }, { params: { group: name }, body: { to, reason: why = '', ...body } }) => {
    const {
      queues,
      open: _open,
      ...reset
    } = await resetOffset(broker, {
      ...{ ...body, name, actor, reason: why },
      to: toOffset(to),
    });
    return {
      status: 200,
      body: {
        ...reset,
        queues: queues.map(({ queueId: _queue, toSeg: _seg, fromOff, toOff, ...queue }) => ({
          ...{ ...queue, fromOffset: fromOff, toOffset: toOff },
        })),
      },
    };
  },
});

const deletionShape = z
  .object({
    deleted: z.boolean(),
    empty: z.boolean().describe('It has no message in flight, waiting, dead or discarded'),
    contents: z
      .object({
        ...{ unread: count, inFlight: count, waiting: count, dead: count, discarded: count },
        ...{ redrives: count, versions: count, alarmRules: count, limits: count },
      })
      .describe('What goes with it; unread messages stay in their topics'),
    clients: z.array(z.string()).describe('Connected now'),
    blocker: z.string().nullable().describe('Why it cannot be deleted'),
  })
  .meta({ id: 'GroupDeletion' });

export const deleteGroupRoute = defineRoute({
  method: 'delete',
  path: '/groups/{group}',
  name: 'deleteGroup',
  summary: 'Delete a group with everything that is of it',
  tag: 'Groups',
  permission: 'group:write',
  subject: { group: ({ params }) => params.group },
  params,
  query: z.strictObject({
    confirm: z.string().max(200).optional().describe('The name once more, when the group is not empty'),
    dryRun: z.enum(['true', 'false']).optional().describe('true: says what would go and changes nothing'),
    reason: z.string().max(500).optional(),
  }),
  answers: [{ status: 200, description: 'What went, or would go', schema: deletionShape }],
  run: async ({ broker, actor }, { params: { group: name }, query: { reason: why = '', dryRun, confirm } }) => {
    const { contents, clients, ...deletion } = await deleteGroup(broker, {
      ...{ name, actor, confirm, reason: why },
      dryRun: dryRun === 'true',
    });
    return { status: 200, body: { ...deletion, contents: { ...contents }, clients: [...clients] } };
  },
});
