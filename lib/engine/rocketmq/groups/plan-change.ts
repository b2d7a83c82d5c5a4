import type { BrokerContext } from '../../../broker';
import { checkClusterGroup, type Cluster, type ClusterGroup, readWaitingRetries } from '../../../cluster';
import { changeGroupSettings, type GroupSettings, type GroupSettingsInput } from '../../../model/group/group-settings';
import { checkGroupName } from '../../../model/names';
import { effectOf, type PolicyEffect } from '../../../model/delivery/policy-effect';
import { mapReading, type ToldReading } from '../../../model/reading';
import type { ClusterEngine } from '../clusters/directory';
import { likeOf, settingsOfVersion } from './change';
import { changeForCluster, settingsOfCluster } from './settings';
import { requireChanges, requireSeen } from './write';

interface Seen {
  readonly name: string;
  /** The version that the operator saw. */
  readonly version: number;
}

export interface PlannedClusterChange {
  readonly after: GroupSettings;
  /** For messages that have failed. The brokers are asked, which costs them many reads. */
  readonly effect: ToldReading<PolicyEffect>;
}

/** What updateClusterGroup would do; nothing is changed. @throws BrokerError as updateClusterGroup */
export async function planClusterUpdate(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { name, version, ...input }: Seen & GroupSettingsInput,
): Promise<PlannedClusterChange> {
  checkGroupName(name);
  requireChanges(engine);
  const { group } = await requireSeen(ctx, engine, name, version);
  const before = settingsOfCluster(group);
  checkClusterGroup(changeForCluster(input, before));
  return await planned(engine.cluster, group, changeGroupSettings(before, input));
}

/** What revertClusterGroup would do. @throws BrokerError as revertClusterGroup */
export async function planClusterRevert(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { to, ...seen }: Seen & { readonly to: number },
): Promise<PlannedClusterChange> {
  const settings = await settingsOfVersion(ctx, engine, seen.name, to);
  return await planClusterUpdate(ctx, engine, { ...seen, ...settings });
}

/** What makeClusterGroupEqual would do. @throws BrokerError as makeClusterGroupEqual */
export async function planMakeEqual(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { name, version, like }: Seen & { readonly like: string },
): Promise<PlannedClusterChange> {
  checkGroupName(name);
  requireChanges(engine);
  const { group } = await requireSeen(ctx, engine, name, version);
  return await planned(engine.cluster, group, settingsOfCluster({ settings: likeOf(group, like) }));
}

/** Each broker has settings of its own until then. */
async function planned(cluster: Cluster, group: ClusterGroup, after: GroupSettings): Promise<PlannedClusterChange> {
  const { attempts, asOf } = await readWaitingRetries(cluster, group.name);
  const effect = mapReading(attempts, (buckets) => {
    const parts = group.brokers.flatMap(({ broker, settings }) =>
      settings === null
        ? []
        : [{ before: settingsOfCluster({ settings }), buckets: buckets.filter((each) => each.broker === broker) }],
    );
    return effectOf(parts, after, asOf, 'cluster');
  });
  return { after, effect };
}
