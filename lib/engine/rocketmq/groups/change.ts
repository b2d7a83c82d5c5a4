import { isDeepStrictEqual } from 'node:util';
import type { BrokerContext } from '../../../broker';
import {
  changeGroup,
  checkClusterGroup,
  type ClusterGroup,
  type ClusterGroupSettings,
  makeEqual,
} from '../../../cluster';
import type { Actor } from '../../../model/audit/actor';
import { BrokerError } from '../../../model/errors';
import { told } from '../../../model/language/t';
import { checkGroupName } from '../../../model/names';
import { groupFieldsIn, type GroupSettingsInput } from '../../../model/group/group-settings';
import { clusterGroupVersion } from '../../../store/queries/cluster/group-version';
import type { ClusterEngine } from '../clusters/directory';
import type { NotedVersion } from './note-versions';
import { changeForCluster, keptSettings, settingsByBroker, settingsOfCluster } from './settings';
import { requireChanges, requireSeen, writeGroup } from './write';

interface ByOperator {
  readonly name: string;
  /** The version that the operator saw. */
  readonly version: number;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

/** On all masters. @throws BrokerError conflict, forbidden, bad-request, unsupported, unavailable */
export async function updateClusterGroup(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { name, version, actor, reason, ...input }: ByOperator & GroupSettingsInput,
): Promise<NotedVersion> {
  checkGroupName(name);
  requireChanges(engine);
  const { group, noted } = await requireSeen(ctx, engine, name, version);
  const change = changeForCluster(input, settingsOfCluster(group));
  // Before it is on record, let alone sent.
  checkClusterGroup(change);
  const changed = Object.entries(change).filter(
    ([field, value]) => !isDeepStrictEqual(value, group.settings[field as keyof typeof change]),
  );
  if (changed.length === 0) return noted;
  return await writeGroup(ctx, engine, {
    ...{ group: name, action: 'group.update', actor, reason },
    before: Object.fromEntries(changed.map(([field]) => [field, group.settings[field as keyof typeof change]])),
    after: Object.fromEntries(changed),
    send: () =>
      changeGroup(engine.cluster, { group: name, version: group.version, change: Object.fromEntries(changed) }),
  });
}

/** A new version with the settings of an earlier one. @throws BrokerError not-found, and as updateClusterGroup */
export async function revertClusterGroup(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { to, ...by }: ByOperator & { readonly to: number },
): Promise<NotedVersion> {
  return await updateClusterGroup(ctx, engine, { ...by, ...(await settingsOfVersion(ctx, engine, by.name, to)) });
}

/** What the brokers store as settings of a group: the others stay as they are. @throws BrokerError not-found */
export async function settingsOfVersion(
  ctx: BrokerContext,
  { clusterId }: ClusterEngine,
  name: string,
  to: number,
): Promise<GroupSettingsInput> {
  const kept = await clusterGroupVersion(ctx.store.prisma, clusterId, name, to);
  const settings = kept === null ? null : keptSettings(kept);
  if (settings !== null)
    return Object.fromEntries(groupFieldsIn('cluster').map((field) => [field, settings[field]])) as GroupSettingsInput;
  throw new BrokerError('not-found', told('{name} has no version {to}.', { name, to }), {
    field: 'to',
    limit: 'a version that is kept',
    value: to,
  });
}

/** One broker's settings on all masters, also where the group is missing. @throws BrokerError as updateClusterGroup */
export async function makeClusterGroupEqual(
  ctx: BrokerContext,
  engine: ClusterEngine,
  { name, version, actor, reason, like }: ByOperator & { readonly like: string },
): Promise<NotedVersion> {
  checkGroupName(name);
  requireChanges(engine);
  const { group } = await requireSeen(ctx, engine, name, version);
  const settings = likeOf(group, like);
  return await writeGroup(ctx, engine, {
    ...{ group: name, action: 'group.make-equal', actor, reason },
    before: settingsByBroker(group),
    after: { like, settings },
    send: () => makeEqual(engine.cluster, { group: name, version: group.version, like }),
  });
}

/** The settings of the broker that the others follow. @throws BrokerError bad-request */
export function likeOf({ brokers }: Pick<ClusterGroup, 'brokers'>, like: string): ClusterGroupSettings {
  const from = brokers.find(({ broker }) => broker === like);
  if (from?.settings != null) return from.settings;
  const having = brokers.filter(({ settings }) => settings !== null).map(({ broker }) => broker);
  throw new BrokerError('bad-request', told('like must be a broker that has the group (got “{like}”).', { like }), {
    field: 'like',
    limit: having.join(', '),
    value: like,
  });
}
