import 'server-only';
import { findGroup, type LintFacts, readAttempts, readGroupWork, readLintFacts } from '../../broker';
import { readGroup } from '../../cluster';
import { clientBackoff, type GroupBackoff, type GroupSample, readGroupBackoff } from '../../engine';
import type { AttemptBucket } from '../../model/attempt-bucket';
import { isBrokerError } from '../../model/errors';
import type { GroupWork } from '../../model/group-at-rest';
import { type Reading, stateOf, unknown } from '../../model/reading';
import { clusterGroupVersions } from '../../store/queries/cluster/group-version';
import { groupVersions } from '../../store/queries/group/group-versions';
import { databaseNow } from '../http/database-time';
import { defineRead } from '../http/define-read';
import type { ClusterReadContext } from '../http/engine';
import { type GroupInBrokers, inBrokers, openClusterGroup, versionView } from './cluster-group';
import { groupInput, type GroupVersionView } from './group';
import { type GroupView, toGroupView } from './groups';
import { readOrUnknown } from './read-or-unknown';

export interface GroupConfig {
  readonly group: GroupView;
  /** Newest first. */
  readonly versions: readonly GroupVersionView[];
  /** Failed messages now. Null: brokers of a cluster are asked for it by hand. */
  readonly buckets: readonly AttemptBucket[] | null;
  /** What is in progress: some changes wait for it. Null: brokers of a cluster take every change at any time. */
  readonly work: GroupWork | null;
  /** What the settings are judged against. */
  readonly facts: Reading<LintFacts>;
  /** Null: served by this installation, which has one store. */
  readonly inBrokers: GroupInBrokers | null;
  /** Connected 5.x clients that may have earlier settings; null: each of them has these, or it is not known. */
  readonly behind: { readonly clients: number; readonly of: number; readonly until: string } | null;
}

const VERSIONS_SHOWN = 20;

export const groupConfigRead = defineRead({
  permission: 'group:read',
  subject: { group: ({ group }) => group },
  input: groupInput,
  run: async ({ broker, store }, { group: name }): Promise<GroupConfig> => {
    const group = await findGroup(broker, name);
    const asOf = await databaseNow(store.console);
    const [versions, buckets, work, facts] = await Promise.all([
      groupVersions(store.prisma, group.groupId, VERSIONS_SHOWN),
      readAttempts(broker, new Date(asOf), group.groupId),
      readGroupWork(store.console, new Date(asOf), group.groupId),
      readOrUnknown(readLintFacts(broker, group), asOf),
    ]);
    return {
      group: toGroupView(group),
      facts,
      versions: versions.map(({ version, actor, reason, at }) => ({ version, actor, reason, at: at.toISOString() })),
      ...{ buckets, work },
      inBrokers: null,
      behind: null,
    };
  },
  runInCluster: async (ctx, { group: name }): Promise<GroupConfig> => {
    const group = await readGroup(ctx.engine.cluster, name);
    const [{ view }, sample] = await Promise.all([openClusterGroup(ctx, group), ctx.engine.groups.read(group)]);
    const [versions, facts] = await Promise.all([
      clusterGroupVersions(ctx.store.prisma, ctx.engine.clusterId, name, VERSIONS_SHOWN),
      readClusterFacts(ctx, name),
    ]);
    return {
      ...{ group: view, facts },
      versions: versions.map(versionView),
      ...{ buckets: null, work: null },
      inBrokers: inBrokers(group, { last: sample, problem: null }),
      behind: behindOf(sample, await readGroupBackoff(ctx.broker, ctx.engine, group)),
    };
  },
});

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
  { store, engine }: Pick<ClusterReadContext, 'store' | 'engine'>,
  name: string,
): Promise<GroupConfig['facts']> {
  try {
    const group = await engine.letters.groups.find(name);
    return await readOrUnknown(readLintFacts(engine.letters, group), await databaseNow(store.console));
  } catch (error) {
    if (!isBrokerError(error)) throw error;
    return unknown('its dead letters are not indexed yet');
  }
}
