import { deathsWithin, type TideBin, type TideHeap, tideOf } from '../../model/retry-tide';
import { retryTide, type TideRow } from '../../store/queries/retry/retry-tide';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';

/** What comes of everything that waits, if every try fails at once. */
export interface RetryTide {
  readonly asOf: Date;
  readonly binMs: number;
  readonly bins: readonly TideBin[];
  /** Everything that waits or is due, held ones included. */
  readonly waiting: number;
  readonly held: number;
  /** The next delivery is their last one. */
  readonly lastTries: number;
  /** Dead within the next hour unless tries succeed. */
  readonly deathsInHour: number;
}

const HOUR_MS = 3_600_000;
const BINS = 24;
/** So many heaps fall into a bin: times are exact to this part of it, and with few messages to the millisecond. */
const HEAPS_PER_BIN = 10;

/** Of a group or of all, for so long ahead. @throws BrokerError group-not-found */
export async function readRetryTide(
  ctx: BrokerContext,
  { group, aheadMs }: { readonly group?: string | undefined; readonly aheadMs: number },
): Promise<RetryTide> {
  const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
  const binMs = aheadMs / BINS;
  const asOf = ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(ctx.store.console));
  const rows = await retryTide(ctx.store.console, asOf, groupId, {
    stepMs: Math.max(1, Math.floor(binMs / HEAPS_PER_BIN)),
    untilMs: Math.max(aheadMs, HOUR_MS),
  });
  const groups = byGroup(rows);
  const nowMs = asOf.getTime();
  const hour = tideOf(groups, { nowMs, binMs: HOUR_MS / BINS, bins: BINS });
  const count = (wanted: (row: TideRow) => boolean): number =>
    rows.reduce((sum, row) => (wanted(row) ? sum + row.messages : sum), 0);
  return {
    asOf,
    binMs,
    bins: tideOf(groups, { nowMs, binMs, bins: BINS }),
    waiting: count(() => true),
    held: count(({ dueAt }) => dueAt === null),
    lastTries: count(({ dueAt, attempt, maxRetries }) => dueAt !== null && attempt >= maxRetries),
    deathsInHour: deathsWithin(hour, nowMs, HOUR_MS),
  };
}

function byGroup(rows: readonly TideRow[]): { limits: TideRow; heaps: TideHeap[] }[] {
  const groups = new Map<number, { limits: TideRow; heaps: TideHeap[] }>();
  for (const row of rows) {
    if (row.dueAt === null) continue;
    const group = groups.get(row.groupId) ?? { limits: row, heaps: [] };
    groups.set(row.groupId, group);
    group.heaps.push({ attempt: row.attempt, dueMs: row.dueAt.getTime(), messages: row.messages });
  }
  return [...groups.values()];
}
