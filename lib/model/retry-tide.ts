import { afterDue, type RetryLimits } from './forecast';

/** So many messages of one attempt that fall due at the same time, or nearly. */
export interface TideHeap {
  /** Deliveries made so far. */
  readonly attempt: number;
  readonly dueMs: number;
  readonly messages: number;
}

export interface TideBin {
  readonly fromMs: number;
  /** Tries due in it, each of which may be one after another failed. */
  readonly tries: number;
  /** Of them: last tries, dead unless they succeed; and those over a lowered limit, dead without a try. */
  readonly deaths: number;
}

export interface TideRange {
  readonly nowMs: number;
  readonly binMs: number;
  readonly bins: number;
}

/** The coming tries of everything that waits, and the deaths, if every try fails at once. What is due already is now. */
export function tideOf(
  groups: readonly { readonly limits: RetryLimits; readonly heaps: readonly TideHeap[] }[],
  { nowMs, binMs, bins }: TideRange,
): TideBin[] {
  const tries = Array.from({ length: bins }, () => 0);
  const deaths = Array.from({ length: bins }, () => 0);
  const endMs = nowMs + bins * binMs;
  const add = (into: number[], atMs: number, messages: number): void => {
    if (atMs >= endMs) return;
    const bin = Math.floor((atMs - nowMs) / binMs);
    into[bin] = (into[bin] ?? 0) + messages;
  };
  for (const { limits, heaps } of groups) {
    const offsets = new Map<number, ReturnType<typeof afterDue>>();
    for (const { attempt, dueMs, messages } of heaps) {
      const atMs = Math.max(nowMs, dueMs);
      if (atMs >= endMs) continue;
      const coming = offsets.get(attempt) ?? afterDue(limits, attempt, 0);
      offsets.set(attempt, coming);
      for (const next of coming.tries) add(tries, atMs + next.atMs, messages);
      add(deaths, atMs + coming.diesMs, messages);
    }
  }
  return tries.map((count, index) => ({
    fromMs: nowMs + index * binMs,
    tries: count,
    deaths: deaths[index] ?? 0,
  }));
}

/** Dead within so long from now, if every try fails at once. */
export function deathsWithin(bins: readonly TideBin[], nowMs: number, withinMs: number): number {
  return bins.reduce((sum, { fromMs, deaths }) => (fromMs < nowMs + withinMs ? sum + deaths : sum), 0);
}
