import { groupedBy } from '../../model/grouped';
import { type SubscriptionDifference, ROLLING_DEPLOY_MS } from '../../model/group/subscription';
import { subscriptionDifferences } from '../../store/queries/client/subscriptions';
import {
  type FilteredCount,
  filteredCounts,
  filteredMinutes,
  filteredSince,
} from '../../store/queries/filter/filtered-counts';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';

/** Connected clients of a group that have different filters on a topic. */
export interface Differing {
  readonly since: Date;
  readonly topics: readonly SubscriptionDifference[];
  /** For less than two minutes: as while old and new clients of a deployment run side by side. */
  readonly isYoung: boolean;
  /** Messages that the filters of the group left out in the last 10 minutes; null: brokers do not count them. */
  readonly last10Minutes: number | null;
}

export interface FilteredTopic extends FilteredCount {
  /** Of the last hour, those in which any was left out, oldest first. */
  readonly minutes: readonly { readonly at: Date; readonly filtered: number }[];
}

const LATELY_MS = 600_000;

/** Null: the clients of the group subscribe alike, as last counted. Of an attached cluster, with its context. */
export async function readDiffering(ctx: BrokerContext, groupId: number): Promise<Differing | null> {
  const now = ctx.clock.nowOrNull();
  const [row] = await subscriptionDifferences(ctx.store.console, now, groupId);
  if (row === undefined) return null;
  const { since, topics } = row;
  const at = now ?? (await aboutDatabaseTime(ctx.store.console));
  const last10Minutes =
    ctx.workspace === null
      ? ((await filteredSince(ctx.store.console, now, [groupId], LATELY_MS)).get(groupId) ?? 0)
      : null;
  return { since, topics, isYoung: at.getTime() - since.getTime() < ROLLING_DEPLOY_MS, last10Minutes };
}

/** By topic, what the filters of the clients of a group left out in the last 24 hours, most first. */
export async function readFiltered(ctx: BrokerContext, groupId: number): Promise<FilteredTopic[]> {
  const db = ctx.store.console;
  const now = ctx.clock.nowOrNull();
  const [counts, minutes] = await Promise.all([filteredCounts(db, now, groupId), filteredMinutes(db, now, groupId)]);
  const minutesOf = groupedBy(minutes, ({ topic }) => topic);
  return counts.map((count) => ({
    ...count,
    minutes: (minutesOf.get(count.topic) ?? []).map(({ at, filtered }) => ({ at, filtered })),
  }));
}
