import 'server-only';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { createGroup, findGroup, listGroups, planGroupUpdate, updateGroup } from '../../broker';
import { readGroup } from '../../cluster';
import { createClusterGroup, planClusterUpdate, updateClusterGroup } from '../../engine';
import { BrokerError, isBrokerError } from '../../model/errors';
import { GROUP_FIELD_NAMES, type GroupSettings, type GroupSettingsInput } from '../../model/group-settings';
import { known, valueOrNull } from '../../model/reading';
import { groupSettingsSchema, groupSettingsShape, reasonSchema } from '../schemas/group';
import { databaseNow } from '../http/database-time';
import { type BroadcastMembersView, readMembers } from '../reads/broadcast';
import { type GroupFigures, readFigures } from '../reads/group-figures';
import { figuresOfCluster, type GroupInBrokers, inBrokers, openClusterGroup } from '../reads/cluster-group';
import { readClusterGroups } from '../reads/cluster-groups';
import { type GroupView, toGroupView } from '../reads/groups';
import { defineRoute } from '../http/define-route';
import { dryRunField, planShape, toPlanShape } from './policy-effect';
import { listQuery, pageShape, readingShape, time, toReadingShape } from './shapes';

const params = z.strictObject({ group: z.string() });

const settingsShape = {
  name: z.string(),
  ...groupSettingsShape,
  version: z.int().describe('Name it in the next change'),
  createdAt: time.nullable().describe('null: the brokers of a cluster do not tell'),
  updatedAt: time.nullable(),
  paused: z
    .object({ at: time.nullable(), by: z.string(), reason: z.string() })
    .nullable()
    .describe('Since when nothing is handed out; null: not paused'),
};
export const groupShape = z.object(settingsShape).meta({ id: 'GroupSettings' });
const groupStateShape = z
  .object({
    ...settingsShape,
    counts: z.object({
      ready: readingShape,
      inFlight: readingShape,
      waitingRetry: readingShape,
      dead: readingShape,
      blockedKeys: readingShape.describe('Ordered keys whose head failed or is held for long'),
    }),
    lag: readingShape.describe('Ready and in flight, without messages that wait for a retry'),
    oldestReadyAt: time.nullable(),
    topics: z.array(z.string()),
    brokers: z
      .array(z.object({ broker: z.string(), has: z.boolean(), maxRetries: z.int().nullable() }))
      .nullable()
      .describe('In an attached cluster: each master that answered. null: one store'),
    differences: z.array(z.string()).describe('Settings that the brokers of an attached cluster have differently'),
    silent: z.array(z.object({ broker: z.string(), reason: z.string() })).describe('Brokers that did not answer'),
  })
  .meta({ id: 'Group' });
const memberShape = z.object({
  clientId: z.string(),
  since: time.describe('It gets what was stored since'),
  lastSeen: time.describe('About a minute exact'),
  backlog: readingShape,
  inFlight: z.int(),
  delivered: readingShape.describe('Acknowledged, as far as history is kept'),
  failed: readingShape.describe('Failed and not retried, as far as history is kept'),
});
const oneGroupShape = groupStateShape
  .extend({
    members: z
      .object({ total: z.int(), items: z.array(memberShape).describe('The last seen, at most 100') })
      .nullable()
      .describe('The clients of a broadcast group; null: not one'),
  })
  .meta({ id: 'GroupWithMembers' });

function toStateShape(
  group: GroupView,
  figures: GroupFigures,
  inBrokers: GroupInBrokers | null,
): z.input<typeof groupStateShape> {
  return {
    ...group,
    counts: {
      ready: toReadingShape(figures.ready),
      inFlight: toReadingShape(figures.inFlight),
      waitingRetry: toReadingShape(figures.waiting),
      dead: toReadingShape(figures.dead),
      blockedKeys: toReadingShape(figures.blockedKeys),
    },
    lag: toReadingShape(figures.lag),
    oldestReadyAt: valueOrNull(figures.oldestReadyAt),
    topics: [...figures.topics],
    brokers:
      inBrokers?.settings.map(({ broker, settings }) => ({
        ...{ broker, has: settings !== null },
        maxRetries: settings?.maxRetries ?? null,
      })) ?? null,
    differences: [...(inBrokers?.differences ?? [])],
    silent: [...(inBrokers?.silent ?? [])],
  };
}

function toMembersShape({ total, items }: BroadcastMembersView): z.input<typeof oneGroupShape>['members'] {
  return {
    total,
    items: items.map(({ client, since, lastSeen, backlog, inFlight, delivered, failed }) => ({
      clientId: client,
      since,
      lastSeen,
      backlog: toReadingShape(backlog),
      inFlight,
      delivered: toReadingShape(delivered),
      failed: toReadingShape(failed),
    })),
  };
}

const putBody = groupSettingsSchema.extend({
  version: z.int().min(0).optional().describe('The version you saw; leave out (or 0) to create'),
  reason: reasonSchema.optional(),
  dryRun: dryRunField,
});

export const savedGroupShape = groupShape.extend(planShape).meta({ id: 'SavedGroup' });

export const putGroupRoute = defineRoute({
  method: 'put',
  path: '/groups/{group}',
  name: 'putGroup',
  summary: 'Create a group, or change the named settings of one',
  tag: 'Groups',
  permission: 'group:write',
  subject: { newGroup: ({ params }) => params.group },
  params,
  body: putBody,
  answers: [
    { status: 200, description: 'Changed, already as asked, or a dry run', schema: savedGroupShape },
    { status: 201, description: 'Created', schema: savedGroupShape },
  ],
  run: async ({ broker, actor }, { params: { group: name }, body: { version, dryRun, ...settings } }) => {
    if (dryRun) {
      const { group, after, effect } = await planGroupUpdate(broker, { ...settings, name, version: seenIn(version) });
      return {
        status: 200,
        body: { ...toGroupView(group), ...after, ...toPlanShape(effect && known(effect, effect.asOf)) },
      };
    }
    if (version !== undefined && version > 0) {
      return { status: 200, body: toGroupView(await updateGroup(broker, { ...settings, name, version, actor })) };
    }
    try {
      return { status: 201, body: toGroupView(await createGroup(broker, { ...settings, name, actor })) };
    } catch (error) {
      refuseUnlessExists(error);
      const group = await findGroup(broker, name);
      requireSame(name, group, settings);
      return { status: 200, body: toGroupView(group) };
    }
  },
  runInCluster: async (ctx, { params: { group: name }, body: { version, dryRun, ...settings } }) => {
    const { broker, engine, actor } = ctx;
    const open = async () => (await openClusterGroup(ctx, await readGroup(engine.cluster, name))).view;
    if (dryRun) {
      const input = { ...settings, name, version: seenIn(version) };
      const { after, effect } = await planClusterUpdate(broker, engine, input);
      return { status: 200, body: { ...(await open()), ...after, ...toPlanShape(effect) } };
    }
    if (version !== undefined && version > 0) {
      await updateClusterGroup(broker, engine, { ...settings, name, version, actor });
      return { status: 200, body: await open() };
    }
    try {
      await createClusterGroup(broker, engine, { ...settings, name, actor });
      return { status: 201, body: await open() };
    } catch (error) {
      refuseUnlessExists(error);
      const group = await open();
      requireSame(name, group, settings);
      return { status: 200, body: group };
    }
  },
});

/** @throws BrokerError bad-request */
function seenIn(version: number | undefined): number {
  if (version !== undefined && version > 0) return version;
  throw new BrokerError('bad-request', 'version is required in a dry run: it is about a group that exists.', {
    field: 'version',
    limit: 'at least 1',
    value: version ?? null,
  });
}

function refuseUnlessExists(error: unknown): void {
  if (!isBrokerError(error) || error.code !== 'already-exists') throw error;
}

/** A repeated creation is fine; a change without the version it saw is not. @throws BrokerError conflict */
function requireSame(
  name: string,
  current: GroupSettings & { readonly version: number },
  asked: GroupSettingsInput,
): void {
  const isSame = GROUP_FIELD_NAMES.every(
    (field) => asked[field] === undefined || isDeepStrictEqual(asked[field], current[field]),
  );
  if (isSame) return;
  throw new BrokerError(
    'conflict',
    `The group ${name} exists at version ${current.version}; a change names the version it saw.`,
    {
      field: 'version',
      limit: current.version,
      value: null,
    },
  );
}

export const listGroupsRoute = defineRoute({
  method: 'get',
  path: '/groups',
  name: 'listGroups',
  summary: 'List groups by name, with their counts',
  tag: 'Groups',
  permission: 'group:read',
  subject: 'listed',
  query: z.strictObject(listQuery),
  answers: [{ status: 200, description: 'A page', schema: pageShape(groupStateShape) }],
  run: async ({ broker }, { query }) => {
    const [{ items, nextCursor }, figures] = await Promise.all([listGroups(broker, query), readFigures(broker, null)]);
    return {
      status: 200,
      body: {
        items: items.map((group) => toStateShape(toGroupView(group), figures(group.groupId, group.name), null)),
        nextCursor,
      },
    };
  },
  // All of them: a list of the brokers has no order that could be gone on with.
  runInCluster: async (ctx) => {
    const { items } = await readClusterGroups(ctx);
    const shapes = items.map(({ figures, backlog: _backlog, inBrokers: brokers, ...group }) =>
      toStateShape(group, figures, brokers),
    );
    return { status: 200, body: { items: shapes, nextCursor: null } };
  },
});

export const getGroupRoute = defineRoute({
  method: 'get',
  path: '/groups/{group}',
  name: 'getGroup',
  summary: 'Settings, counts per state and lag of a group',
  tag: 'Groups',
  permission: 'group:read',
  subject: { group: ({ params }) => params.group },
  params,
  answers: [{ status: 200, description: 'The group', schema: oneGroupShape }],
  run: async ({ broker }, { params: { group: name } }) => {
    const group = await findGroup(broker, name);
    const figures = (await readFigures(broker, group.groupId))(group.groupId, group.name);
    const members =
      group.messageModel === 'clustering'
        ? null
        : await readMembers(broker, group.groupId, await databaseNow(broker.store.console));
    return {
      status: 200,
      body: {
        ...toStateShape(toGroupView(group), figures, null),
        members: members === null ? null : toMembersShape(members),
      },
    };
  },
  runInCluster: async (ctx, { params: { group: name } }) => {
    const group = await readGroup(ctx.engine.cluster, name);
    const [{ view }, sample] = await Promise.all([openClusterGroup(ctx, group), ctx.engine.groups.read(group)]);
    const sampled = { last: sample, problem: null };
    const state = toStateShape(view, figuresOfCluster(sampled, sample.lag.asOf), inBrokers(group, sampled));
    return { status: 200, body: { ...state, members: null } };
  },
});
