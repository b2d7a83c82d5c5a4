import type { AttemptBucket } from '@/lib/console/reads/group-config';
import { afterDue, afterFailure, type RetryLimits } from '@/lib/model/forecast';

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
  { maxRetries, retryPolicy }: RetryLimits,
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
    // with a client: it fails at the latest when its lease ends
    const fromMs = Math.max(Date.parse(firstAt), Date.parse(asOf));
    const { diesMs } = (leased ? afterFailure : afterDue)({ maxRetries, retryPolicy }, attempt, fromMs);
    firstDeathMs = Math.min(firstDeathMs, diesMs);
  }
  return {
    messages,
    waiting,
    dieWaiting,
    dieIfFailing,
    firstDeathAt: Number.isFinite(firstDeathMs) ? new Date(firstDeathMs).toISOString() : null,
  };
}
