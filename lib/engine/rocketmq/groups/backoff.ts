import { isDeepStrictEqual } from 'node:util';

import type { BrokerContext } from '../../../broker';
import type { ClusterClient, ClusterGroup, ClusterGroupSettings } from '../../../cluster';
import { notOffered, type ToldReading, unknown } from '../../../model/reading';
import type { RetryPolicy } from '../../../model/delivery/retry-policy';
import { sdkBackoff } from '../../../model/delivery/sdk-backoff';
import { type ClusterGroupVersionRow, clusterGroupVersions } from '../../../store/queries/cluster/group-version';
import { clusterWatchedSince } from '../../../store/queries/cluster-sample/watched-since';
import { aboutDatabaseTime } from '../../../store/queries/schedule/database-time';
import type { ClusterEngine } from '../clusters/directory';
import { listOf } from '../../../model/language/list';
import { t } from '../../../model/language/t';

/**
 * After this every connected 5.x client has the settings of its group. A client asks its proxy when it connects, and
 * every 5 minutes. A proxy keeps the settings of a group for 20 s, and asks for them again at the next heartbeat after
 * that, which comes within 30 s.
 */
export const FOLLOWED_MS = 6 * 60_000;
const VERSIONS = 50;

/** The back-off of a group at the brokers, and since when each client that follows it has it. */
export interface GroupBackoff {
  readonly asOf: string;
  /** Null: `problem` says why. */
  readonly policy: RetryPolicy | null;
  readonly problem: string | null;
  /** It was made by then; null: it is as it was when this console saw the group first. */
  readonly changedAt: string | null;
  /** Null: not known, because no console watches the group. */
  readonly followedFrom: string | null;
}

/** What the history of a group says of its back-off. @throws BrokerError */
export async function readGroupBackoff(
  ctx: BrokerContext,
  { clusterId }: Pick<ClusterEngine, 'clusterId'>,
  group: ClusterGroup,
): Promise<GroupBackoff> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(db));
  const [versions, watchedSince] = await Promise.all([
    clusterGroupVersions(ctx.store.prisma, clusterId, group.name, VERSIONS),
    clusterWatchedSince(db, { clusterId, now, windowMs: 2 * FOLLOWED_MS }),
  ]);
  return backoffSince(group, { versions, watchedSince, now });
}

interface History {
  /** Newest first. */
  readonly versions: readonly Pick<ClusterGroupVersionRow, 'brokers' | 'at'>[];
  readonly watchedSince: Date | null;
  readonly now: Date;
}

/** Pure. */
export function backoffSince(group: ClusterGroup, { versions, watchedSince, now }: History): GroupBackoff {
  const asOf = now.toISOString();
  const problem = problemOf(group);
  const nothing = { asOf, problem, policy: null, changedAt: null, followedFrom: null };
  if (problem !== null) return nothing;
  const policy = group.settings.retryPolicy;
  const other = versions.findIndex(({ brokers }) => !isOn(brokers, policy));
  const first = versions[other === -1 ? versions.length - 1 : other - 1];
  // What was not noted yet was changed a moment ago.
  const sinceMs = Math.max(first?.at.getTime() ?? now.getTime(), watchedSince?.getTime() ?? 0);
  return {
    ...{ asOf, problem, policy, changedAt: other === -1 ? null : (first?.at ?? now).toISOString() },
    followedFrom: watchedSince === null ? null : new Date(sinceMs + FOLLOWED_MS).toISOString(),
  };
}

function problemOf({ silent, differences, missingOn, settings }: ClusterGroup): string | null {
  const [away] = silent;
  if (away !== undefined) return t('{broker} does not respond', { broker: away.broker });
  if (missingOn.length > 0)
    return t('the group is missing on {brokers}, which proxies may ask', { brokers: listOf(missingOn) });
  if (differences.includes('retryPolicy')) return t('the brokers differ, and a proxy may read it from any of them');
  return settings.retryPolicy === null ? t('proxies cannot read the back-off of the group') : null;
}

function isOn(brokers: ClusterGroupVersionRow['brokers'], policy: RetryPolicy | null): boolean {
  const has = Object.values(brokers as Readonly<Record<string, ClusterGroupSettings | null>>);
  return has.every((settings) => settings === null || isDeepStrictEqual(settings.retryPolicy, policy));
}

/** What a client of the group waits by after a failure. Pure. */
export function clientBackoff(
  client: Pick<ClusterClient, 'protocol' | 'type' | 'language' | 'version'>,
  { asOf, policy, problem, changedAt, followedFrom }: GroupBackoff,
): ToldReading<RetryPolicy> {
  if (client.protocol === 'remoting') return notOffered(t('4.x clients use their own delay levels'));
  if (policy === null) return unknown(problem ?? t('unknown'));
  const followed = sdkBackoff(client, policy, asOf);
  if (followed.kind === 'unknown') return followed;
  if (followedFrom === null) return unknown(t('no console watches the settings of this cluster now'));
  if (asOf >= followedFrom) return followed;
  return unknown(
    changedAt === null
      ? t('this console has not watched the group for long enough: the client may still have earlier settings')
      : t('the group was changed recently: the client has either the earlier or the new back-off'),
  );
}
