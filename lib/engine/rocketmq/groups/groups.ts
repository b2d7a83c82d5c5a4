import { readLintFacts } from '../../../broker';
import { type ClusterGroup, readGroup } from '../../../cluster';
import { BrokerError, isBrokerError } from '../../../model/errors';
import { t, told } from '../../../model/language/t';
import type { GroupSettings } from '../../../model/group/group-settings';
import type { PolicyEffect } from '../../../model/delivery/policy-effect';
import { notOffered, type ToldReading, stateOf, unknown } from '../../../model/reading';
import { clusterGroupVersions } from '../../../store/queries/cluster/group-version';
import type {
  GroupConfig,
  GroupHead,
  GroupHistory,
  GroupPlan,
  GroupReset,
  GroupsPort,
  GroupView,
  GroupWithMembers,
  SettingsEvidence,
} from '../../port/groups';
import { unsupported } from '../../../model/unsupported';
import { exists } from '../../exists';
import { readOrUnknown } from '../../read-or-unknown';
import { databaseNow } from '../../reading-time';
import type { GroupSample } from '../clusters/group-sampler';
import type { RocketmqContext } from '../context';
import { clientBackoff, type GroupBackoff, readGroupBackoff } from './backoff';
import { makeClusterGroupEqual, revertClusterGroup, updateClusterGroup } from './change';
import { createClusterGroup } from './create';
import { deleteClusterGroup } from './delete';
import { readClusterGroups } from './list';
import { pauseClusterGroup, resumeClusterGroup } from './pause';
import { planClusterRevert, planClusterUpdate, planMakeEqual } from './plan-change';
import { resetClusterOffset } from './reset';
import { keptSettings } from './settings';
import { differingInCluster, figuresOfCluster, inBrokers, openClusterGroup, versionView } from './state';

const VERSIONS_SHOWN = 20;
const VERSIONS = 200;

/** The groups of an attached cluster: each of its brokers keeps settings and positions of its own. */
export function rocketmqGroups(ctx: RocketmqContext): GroupsPort {
  const { broker, engine } = ctx;
  const named = <T extends { readonly group: string }>({ group, ...rest }: T) => ({ ...rest, name: group });
  const viewNow = async (group: string): Promise<GroupView> =>
    (await openClusterGroup(ctx, await readGroup(engine.cluster, group))).view;
  /** A change, and then the group as the brokers have it. */
  const changed = async (group: string, change: Promise<unknown>): Promise<GroupView> => {
    await change;
    return await viewNow(group);
  };
  const planned = async (
    group: string,
    plan: Promise<{ after: GroupSettings; effect: ToldReading<PolicyEffect> }>,
  ): Promise<GroupPlan> => {
    const { after, effect } = await plan;
    return { group: await viewNow(group), after, effect };
  };
  return {
    // All of them: a list of the brokers has no order that could be gone on with.
    list: () => readClusterGroups(ctx),
    has: (group) => exists(() => readGroup(engine.cluster, group)),
    get: (group) => get(ctx, group),
    head: (group) => head(ctx, group),
    overview: () => unsupported('cluster', 'group-overview'),
    replay: () => unsupported('cluster', 'policy-replay'),
    config: (group) => config(ctx, group),
    evidence: (group) => evidence(ctx, group),
    history: (group) => history(ctx, group),
    changes: () => unsupported('cluster', 'group-changes'),
    clients: () => unsupported('cluster', 'group-clients'),
    held: () => unsupported('cluster', 'group-clients'),
    create: (change) => changed(change.group, createClusterGroup(broker, engine, named(change))),
    update: (change) => changed(change.group, updateClusterGroup(broker, engine, named(change))),
    planUpdate: (change) => planned(change.group, planClusterUpdate(broker, engine, named(change))),
    revert: (change) => changed(change.group, revertClusterGroup(broker, engine, named(change))),
    planRevert: (change) => planned(change.group, planClusterRevert(broker, engine, named(change))),
    makeEqual: (change) => changed(change.group, makeClusterGroupEqual(broker, engine, named(change))),
    planMakeEqual: (change) => planned(change.group, planMakeEqual(broker, engine, named(change))),
    pause: async (control) => {
      const { changed: isChanged } = await pauseClusterGroup(broker, engine, named(control));
      return { group: await viewNow(control.group), changed: isChanged };
    },
    resume: async (control) => {
      const { changed: isChanged } = await resumeClusterGroup(broker, engine, named(control));
      return { group: await viewNow(control.group), changed: isChanged };
    },
    resetOffset: (change) => resetClusterOffset(broker, engine, toReset(change)),
    previewReset: () => unsupported('cluster', 'preview-reset'),
    delete: (change) => deleteClusterGroup(ctx, change),
  };
}

/** Everything since then; null: from the end. @throws BrokerError bad-request */
function toReset({ group, to, topic, dryRun, ...by }: GroupReset) {
  if (dryRun) unsupported('cluster', 'preview-reset');
  if (topic === undefined)
    throw new BrokerError('bad-request', told('topic is required: brokers reset one topic at a time.'), {
      field: 'topic',
    });
  const since = to === 'newest' ? null : to === 'earliest' ? new Date(0) : to;
  return { ...by, name: group, topic, since };
}

async function get(ctx: RocketmqContext, name: string): Promise<GroupWithMembers> {
  const group = await readGroup(ctx.engine.cluster, name);
  const [{ view }, sample] = await Promise.all([openClusterGroup(ctx, group), ctx.engine.groups.read(group)]);
  return { ...view, ...stateOfGroup(group, sample), members: null };
}

async function head(ctx: RocketmqContext, name: string): Promise<GroupHead> {
  const group = await readGroup(ctx.engine.cluster, name);
  const [{ noted, view }, sample, differing] = await Promise.all([
    openClusterGroup(ctx, group),
    ctx.engine.groups.read(group),
    differingInCluster(ctx, name),
  ]);
  return {
    ...{ group: view, ...stateOfGroup(group, sample) },
    deathsDue: notOffered(t('waiting retries of 5.x clients cannot be listed')),
    changed: noted === undefined ? null : versionView(noted),
    differing,
  };
}

function stateOfGroup(group: ClusterGroup, sample: GroupSample) {
  const sampled = { last: sample, problem: null };
  return { figures: figuresOfCluster(sampled, sample.lag.asOf), inBrokers: inBrokers(group, sampled) };
}

async function config(ctx: RocketmqContext, name: string): Promise<GroupConfig> {
  const { broker, engine } = ctx;
  const group = await readGroup(engine.cluster, name);
  const [{ view }, sample] = await Promise.all([openClusterGroup(ctx, group), engine.groups.read(group)]);
  const versions = await clusterGroupVersions(broker.store.prisma, engine.clusterId, name, VERSIONS_SHOWN);
  return {
    group: view,
    versions: versions.map(versionView),
    inBrokers: inBrokers(group, { last: sample, problem: null }),
    behind: behindOf(sample, await readGroupBackoff(broker, engine, group)),
  };
}

async function evidence(ctx: RocketmqContext, name: string): Promise<SettingsEvidence> {
  await readGroup(ctx.engine.cluster, name);
  return { buckets: null, work: null, facts: await readClusterFacts(ctx, name) };
}

/** Simple consumers, and clients whose SDK takes no back-off over, follow nothing. */
export function behindOf({ clients }: Pick<GroupSample, 'clients'>, backoff: GroupBackoff): GroupConfig['behind'] {
  const { asOf, followedFrom } = backoff;
  if (followedFrom === null || asOf >= followedFrom) return null;
  const follow = clients.clients.filter((client) => stateOf(clientBackoff(client, backoff)) === 'unknown');
  const of = clients.clients.filter(({ protocol }) => protocol === 'grpc').length;
  return follow.length === 0 ? null : { clients: follow.length, of, until: followedFrom };
}

/** What was reported and indexed of it; brokers do not say how long deliveries took. */
export async function readClusterFacts(
  { broker, engine }: RocketmqContext,
  name: string,
): Promise<SettingsEvidence['facts']> {
  try {
    const group = await engine.letters.groups.find(name);
    const asOf = await databaseNow(broker.store.console);
    return await readOrUnknown(broker.log, readLintFacts(engine.letters, group), asOf);
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return unknown(t('its dead letters are not indexed yet'));
  }
}

async function history(ctx: RocketmqContext, name: string): Promise<GroupHistory> {
  const { broker, engine } = ctx;
  const group = await readGroup(engine.cluster, name);
  const { view } = await openClusterGroup(ctx, group);
  const versions = await clusterGroupVersions(broker.store.prisma, engine.clusterId, name, VERSIONS);
  return {
    group: view,
    versions: versions.flatMap((version) => {
      const settings = keptSettings(version);
      return settings === null ? [] : [{ ...versionView(version), settings, use: null }];
    }),
  };
}
