import { isDeepStrictEqual } from 'node:util';

import type { BrokerContext } from '../../../broker';
import type { ClusterGroup } from '../../../cluster';
import {
  type BrokerSettings,
  clusterGroupNewest,
  type ClusterGroupVersionRow,
  clusterGroupVersions,
  clusterGroupVersionsAppend,
  type NewClusterGroupVersion,
} from '../../../store/queries/cluster/group-version';
import { letterGroups } from '../../../store/queries/cluster/letter-queue';
import { settingsByBroker } from './settings';

/** At once: a cluster with thousands of groups, just attached or with a new broker, is noted in several steps. */
export const MOST_NOTED = 500;
/** Of one statement, each with the settings of all brokers. */
const A_STATEMENT = 100;

export type NotedVersion = Omit<ClusterGroupVersionRow, 'brokers'>;

/**
 * The brokers keep no history: what they have is compared with what was seen last, and what was changed elsewhere
 * becomes a version without an actor. While a broker is silent nothing is noted: its part is not known.
 */
export async function noteVersions(
  ctx: BrokerContext,
  clusterId: number,
  groups: readonly ClusterGroup[],
  most = MOST_NOTED,
): Promise<ReadonlyMap<string, NotedVersion>> {
  const newest = await clusterGroupNewest(ctx.store.console, clusterId);
  await noteGroups(
    ctx,
    clusterId,
    groups.filter(({ name }) => !newest.has(name)).map(({ name }) => name),
  );
  const changed = groups
    .filter(({ name, version, silent }) => silent.length === 0 && newest.get(name)?.seen !== version)
    .slice(0, most);
  if (changed.length === 0) return newest;
  const rows: Omit<NewClusterGroupVersion, 'at'>[] = [];
  for (const group of changed) {
    const before = newest.get(group.name);
    const brokers = settingsByBroker(group);
    const by = before === undefined ? UNKNOWN : await changedBy(ctx, clusterId, group.name, brokers);
    rows.push({ groupName: group.name, version: (before?.version ?? 0) + 1, seen: group.version, brokers, ...by });
  }
  await appendVersions(ctx, clusterId, rows);
  return await clusterGroupNewest(ctx.store.console, clusterId);
}

const UNKNOWN = { actor: null, reason: null } as const;

/** What was saved while a broker was silent is the same when it answers again: then nothing was changed. */
async function changedBy(ctx: BrokerContext, clusterId: number, group: string, brokers: BrokerSettings) {
  const [last] = await clusterGroupVersions(ctx.store.prisma, clusterId, group, 1);
  if (last === undefined || !isPartOf(last.brokers, brokers)) return UNKNOWN;
  return { actor: last.actor, reason: last.reason };
}

function isPartOf(before: BrokerSettings, now: BrokerSettings): boolean {
  const names = Object.keys(before);
  return (
    names.length < Object.keys(now).length && names.every((broker) => isDeepStrictEqual(before[broker], now[broker]))
  );
}

/** Charts and lists of dead letters find a group by its number: not only once the index has looked for its letters. */
async function noteGroups(ctx: BrokerContext, clusterId: number, names: readonly string[]): Promise<void> {
  if (names.length > 0) await letterGroups(ctx.store.console, ctx.clock.nowOrNull(), clusterId, names);
}

/** @returns how many were written: fewer when a reader has noted versions of these numbers a moment ago */
export async function appendVersions(
  ctx: BrokerContext,
  clusterId: number,
  rows: readonly Omit<NewClusterGroupVersion, 'at'>[],
): Promise<number> {
  await noteGroups(
    ctx,
    clusterId,
    rows.map(({ groupName }) => groupName),
  );
  let written = 0;
  for (let from = 0; from < rows.length; from += A_STATEMENT) {
    const some = rows.slice(from, from + A_STATEMENT);
    written += await clusterGroupVersionsAppend(ctx.store.console, ctx.clock.nowOrNull(), clusterId, some);
  }
  return written;
}
