import { afterDue, afterFailure, type Coming, type RetryLimits } from './forecast';

/** So many messages of one attempt that fall due at the same time, or nearly. */
export interface TideHeap {
  /** Deliveries made so far. */
  readonly attempt: number;
  readonly dueMs: number;
  readonly messages: number;
  /** A client has it: the last of these deliveries fails at `dueMs`, or has failed and the client tries it again. */
  readonly running?: boolean;
}

export interface TideBin {
  readonly fromMs: number;
  /** Messages that wait and whose next try is due in it. */
  readonly next: number;
  /** Tries due in it, each of which may be one after another failed. */
  readonly tries: number;
  /** Of them: last tries, dead unless they succeed; and those over a lowered limit, dead without a try. */
  readonly deaths: number;
}

export interface TideRange {
  readonly nowMs: number;
  /** When the first bin begins, at or before now. */
  readonly startMs?: number;
  readonly binMs: number;
  readonly bins: number;
}

/** The coming tries of everything that waits, and the deaths, if every try fails at once. What is due already is now. */
export function tideOf(
  groups: readonly { readonly limits: RetryLimits; readonly heaps: readonly TideHeap[] }[],
  { nowMs, startMs = nowMs, binMs, bins }: TideRange,
): TideBin[] {
  const nexts = Array.from({ length: bins }, () => 0);
  const tries = Array.from({ length: bins }, () => 0);
  const deaths = Array.from({ length: bins }, () => 0);
  const endMs = startMs + bins * binMs;
  const add = (into: number[], atMs: number, messages: number): void => {
    if (atMs >= endMs) return;
    const bin = Math.floor((atMs - startMs) / binMs);
    into[bin] = (into[bin] ?? 0) + messages;
  };
  for (const { limits, heaps } of groups) {
    const offsets = new Map<string, Coming>();
    for (const { attempt, dueMs, messages, running = false } of heaps) {
      const atMs = running ? dueMs : Math.max(nowMs, dueMs);
      if (atMs >= endMs) continue;
      if (!running) add(nexts, atMs, messages);
      const kind = `${attempt} ${running}`;
      const coming = offsets.get(kind) ?? (running ? afterFailure(limits, attempt, 0) : afterDue(limits, attempt, 0));
      offsets.set(kind, coming);
      for (const next of coming.tries) if (atMs + next.atMs >= nowMs) add(tries, atMs + next.atMs, messages);
      add(deaths, Math.max(nowMs, atMs + coming.diesMs), messages);
    }
  }
  return tries.map((count, index) => ({
    fromMs: startMs + index * binMs,
    next: nexts[index] ?? 0,
    tries: count,
    deaths: deaths[index] ?? 0,
  }));
}

/** Dead within so long from now, if every try fails at once. */
export function deathsWithin(bins: readonly TideBin[], nowMs: number, withinMs: number): number {
  return bins.reduce((sum, { fromMs, deaths }) => (fromMs < nowMs + withinMs ? sum + deaths : sum), 0);
}
