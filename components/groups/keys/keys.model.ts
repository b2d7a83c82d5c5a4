import type { BlockedKeyView } from '@/lib/console/reads/group-keys';
import { afterDue, afterFailure, type RetryLimits } from '@/lib/model/forecast';
import { retryDelayMs } from '@/lib/model/retry-policy';

/** The latest moment a key is free: its head dies then, if every try from now on fails at once. */
export function freeAtLatest(
  key: Pick<BlockedKeyView, 'attempt' | 'held' | 'visibleAt' | 'failed' | 'since'>,
  { maxRetries, retryPolicy }: RetryLimits,
  nowMs: number,
): string {
  // A client that retries an ordered message by itself started when it got it; it reports only the end.
  const local = key.held && !key.failed;
  let atMs = local ? Date.parse(key.since) : Math.max(nowMs, Date.parse(key.visibleAt));
  for (let failing = key.held ? key.attempt : key.attempt + 1; failing <= maxRetries; failing += 1)
    atMs += retryDelayMs(retryPolicy, failing);
  return new Date(Math.max(atMs, nowMs)).toISOString();
}

export interface KeyAttempt {
  /** Deliveries made; an estimate while the client retries on its own. */
  readonly made: number;
  readonly estimate: boolean;
}

/**
 * An ordered client retries by itself without reporting it, so a held head that never failed for the broker is shown
 * with the tries it can have had by now.
 */
export function attemptOf(
  key: Pick<BlockedKeyView, 'attempt' | 'held' | 'failed' | 'since'>,
  { maxRetries, retryPolicy }: RetryLimits,
  nowMs: number,
): KeyAttempt {
  if (key.failed || !key.held) return { made: key.attempt, estimate: false };
  let atMs = Date.parse(key.since);
  let made = key.attempt;
  while (made <= maxRetries) {
    atMs += retryDelayMs(retryPolicy, made);
    if (atMs > nowMs) break;
    made += 1;
  }
  return { made, estimate: made > key.attempt };
}
