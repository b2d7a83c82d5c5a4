import { isLastTry } from '../../model/delivery/forecast';
import { type TideBin, tideOf } from '../../model/delivery/retry-tide';
import { lastDueMs, retryTide, type TideRow } from '../../store/queries/retry/retry-tide';
import { aboutDatabaseTime } from '../../store/queries/schedule/database-time';
import type { BrokerContext } from '../context';
import { deathsOf, heapMs, heapsOf } from './deaths-due';

/** What comes of everything that waits, if every try fails at once. */
export interface RetryTide {
  readonly asOf: Date;
  readonly aheadMs: number;
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
const BINS_AHEAD = 24;
/** Bins begin at round times, so that one that an operator chose stays the same bin: the first began before now. */
const BINS = BINS_AHEAD + 1;

export interface RetryTideInput {
  readonly group?: string | undefined;
  /** How long ahead. Of several, shortest first: the first in which all that is due within the longest falls due. */
  readonly aheadMs: readonly number[];
}

/** Of a group or of all. @throws BrokerError group-not-found */
export async function readRetryTide(
  ctx: BrokerContext,
  { group, aheadMs: ranges }: RetryTideInput,
): Promise<RetryTide> {
  const groupId = group === undefined ? null : (await ctx.groups.find(group)).groupId;
  const asOf = ctx.clock.nowOrNull() ?? (await aboutDatabaseTime(ctx.store.console));
  const longest = ranges.at(-1) ?? HOUR_MS;
  const aheadMs =
    ranges.length < 2 ? longest : nearest(ranges, await lastDueMs(ctx.store.console, asOf, groupId, longest));
  const binMs = aheadMs / BINS_AHEAD;
  const rows = await retryTide(ctx.store.console, asOf, groupId, {
    stepMs: heapMs(aheadMs),
    untilMs: Math.max(BINS * binMs, HOUR_MS),
    fineMs: Math.min(heapMs(aheadMs), heapMs(HOUR_MS)),
    fineUntilMs: HOUR_MS,
  });
  const nowMs = asOf.getTime();
  const groups = heapsOf(rows);
  const waiting = rows.filter(({ running }) => !running);
  return {
    asOf,
    aheadMs,
    binMs,
    bins: tideOf(groups, { nowMs, startMs: Math.floor(nowMs / binMs) * binMs, binMs, bins: BINS }),
    waiting: countOf(waiting, () => true),
    held: countOf(waiting, (dueMs) => dueMs === null),
    lastTries: countOf(
      waiting.filter((row) => isLastTry(row, row.attempt)),
      (dueMs) => dueMs !== null,
    ),
    deathsInHour: [...deathsOf(groups, nowMs, HOUR_MS).values()].reduce((sum, deaths) => sum + deaths, 0),
  };
}

function countOf(rows: readonly TideRow[], wanted: (dueMs: number | null) => boolean): number {
  let count = 0;
  for (const { heaps } of rows) for (const [dueMs, messages] of heaps) if (wanted(dueMs)) count += messages;
  return count;
}

/** The shortest range that shows all of it; with nothing to show, one that says that nothing is near. */
function nearest(ranges: readonly number[], lastMs: number | null): number {
  const longest = ranges.at(-1) ?? HOUR_MS;
  if (lastMs === null) return ranges[Math.floor(ranges.length / 2)] ?? longest;
  return ranges.find((range) => lastMs < range) ?? longest;
}
