import type { AttemptBucket } from '@/lib/model/attempt-bucket';
import { afterDue, afterDueInCluster, afterFailure, type RetryLimits } from '@/lib/model/forecast';
import type { EngineKind } from '@/lib/model/workspace';

/** What the rows of a table say, where the engines differ. */
export const OUTLOOK_WORDS = {
  embedded: {
    total: 'First failure to dead letter',
    all: 'Failed and not finished',
    leased: 'With a client, die if it fails',
    after: 'A message that waits keeps its due time; the new waits count from its next failure.',
  },
  cluster: {
    total: 'First failure to last delivery',
    all: 'Failed, or with a client',
    leased: 'With a client or backing off, die unless acknowledged',
    after:
      'A message that waits keeps its due time. One that has no delivery left goes to the dead letters when its wait ' +
      'ends and a client asks for messages: the last failure is followed by one more wait. Times are those of push ' +
      'consumers; a simple consumer chooses its own waits.',
  },
} as const satisfies Record<EngineKind, object>;

export interface Outlook {
  /** Failed messages now, waiting or with a client. */
  readonly messages: number;
  readonly waiting: number;
  /** Over the limit while they wait: dead when their wait ends, not delivered again. */
  readonly dieWaiting: number;
  /** Over the limit with a client: dead if this delivery fails; in a cluster it may have failed and back off. */
  readonly dieIfFailing: number;
  readonly firstDeathAt: string | null;
}

/** What the failed messages of a group face under these settings, if every try from `asOf` on fails at once. */
export function outlookOf(
  { maxRetries, retryPolicy }: RetryLimits,
  buckets: readonly AttemptBucket[],
  asOf: string,
  engine: EngineKind = 'embedded',
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
    const coming = engine === 'cluster' ? afterDueInCluster : leased ? afterFailure : afterDue;
    const { diesMs } = coming({ maxRetries, retryPolicy }, attempt, fromMs);
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
