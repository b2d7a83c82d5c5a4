import type { AttemptBucket } from '@/lib/console/reads/group-config';
import { retryDelayMs, type RetryPolicy } from '@/lib/model/retry-policy';

export interface LimitsOf {
  readonly maxRetries: number;
  readonly retryPolicy: RetryPolicy;
}

export interface Outlook {
  /** Failed messages now, waiting or with a client. */
  readonly messages: number;
  readonly waiting: number;
  /** Over the limit while they wait: dead when their wait ends, not delivered again. */
  readonly dieWaiting: number;
  /** Over the limit with a client: dead if this delivery fails. */
  readonly dieIfFailing: number;
  readonly firstDeathAt: string | null;
}

/** What the failed messages of a group face under these settings, if every try from `asOf` on fails at once. */
export function outlookOf(
  { maxRetries, retryPolicy }: LimitsOf,
  buckets: readonly AttemptBucket[],
  asOf: string,
): Outlook {
  let messages = 0;
  let waiting = 0;
  let dieWaiting = 0;
  let dieIfFailing = 0;
  let firstDeathMs = Number.POSITIVE_INFINITY;
  for (const { attempt, leased, messages: count, firstAt } of buckets) {
    messages += count;
    if (!leased) waiting += count;
    if (attempt > maxRetries) {
      if (leased) dieIfFailing += count;
      else dieWaiting += count;
    }
    firstDeathMs = Math.min(
      firstDeathMs,
      Math.max(Date.parse(firstAt), Date.parse(asOf)) + remainingWaitMs({ maxRetries, retryPolicy }, attempt, leased),
    );
  }
  return {
    messages,
    waiting,
    dieWaiting,
    dieIfFailing,
    firstDeathAt: Number.isFinite(firstDeathMs) ? new Date(firstDeathMs).toISOString() : null,
  };
}

/** Waits still to come after the moment a message falls due (or its present lease ends). */
function remainingWaitMs({ maxRetries, retryPolicy }: LimitsOf, attempt: number, leased: boolean): number {
  let totalMs = 0;
  // a waiting message of attempt k is delivered as k + 1; the failure of delivery n waits delay(n), up to n =
  // maxRetries
  for (let failing = leased ? attempt : attempt + 1; failing <= maxRetries; failing += 1)
    totalMs += retryDelayMs(retryPolicy, failing);
  return totalMs;
}
