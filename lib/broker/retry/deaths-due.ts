import type { AttemptBucket } from '../../model/delivery/attempt-bucket';
import { HOUR_MS } from '../../model/dead-letter/dead-letter-retention';
import { deathsWithin, type TideHeap, tideOf } from '../../model/delivery/retry-tide';
import { retryTide, type TideRow } from '../../store/queries/retry/retry-tide';
import type { BrokerContext } from '../context';

/** Times are exact to this part of the time asked for, and with few messages to the millisecond. */
const HEAPS = 240;
const BINS = 24;

/**
 * How finely what waits must be counted, so that the deaths of the next `withinMs` are the same wherever they stand.
 */
export function heapMs(withinMs: number): number {
  return Math.max(1, Math.floor(withinMs / HEAPS));
}

/** Dead within so long if every try fails at once, running ones included, by group. What is held does not die. */
export function deathsOf(groups: readonly GroupHeaps[], nowMs: number, withinMs: number): ReadonlyMap<number, number> {
  return new Map(
    groups.map(({ limits, heaps }) => {
      const bins = tideOf([{ limits, heaps }], { nowMs, binMs: withinMs / BINS, bins: BINS });
      return [limits.groupId, deathsWithin(bins, nowMs, withinMs)];
    }),
  );
}

/** Of every group; one that has no entry has none. The retries page, the tide, the history and alarms say the same. */
export async function readDeathsDue(
  ctx: BrokerContext,
  now: Date,
  withinMs: number,
): Promise<ReadonlyMap<number, number>> {
  const rows = await retryTide(ctx.store.console, now, null, { stepMs: heapMs(withinMs), untilMs: withinMs });
  return deathsOf(heapsOf(rows), now.getTime(), withinMs);
}

/**
 * Messages of a group that failed and will be tried again, by deliveries and time: what a change of its settings means
 * for them. Counted as finely as what moves to the DLQ within an hour, so that both say the same. Held ones are left
 * out: they wait whatever the settings are.
 */
export async function readAttempts(ctx: BrokerContext, now: Date, groupId: number): Promise<AttemptBucket[]> {
  const rows = await retryTide(ctx.store.console, now, groupId, { stepMs: heapMs(HOUR_MS), untilMs: HOUR_MS });
  return rows.flatMap(({ attempt, running, heaps }) =>
    heaps.flatMap(([dueMs, messages]) =>
      dueMs === null ? [] : [{ attempt, leased: running, messages, firstAt: new Date(dueMs).toISOString() }],
    ),
  );
}

interface GroupHeaps {
  readonly limits: TideRow;
  readonly heaps: TideHeap[];
}

/** What will be tried again, by group. */
export function heapsOf(rows: readonly TideRow[]): readonly GroupHeaps[] {
  const groups = new Map<number, GroupHeaps>();
  for (const row of rows) {
    const group = groups.get(row.groupId) ?? { limits: row, heaps: [] };
    const { attempt, running } = row;
    for (const [dueMs, messages] of row.heaps)
      if (dueMs !== null) group.heaps.push({ attempt, dueMs, messages, running });
    if (group.heaps.length > 0) groups.set(row.groupId, group);
  }
  return [...groups.values()];
}
