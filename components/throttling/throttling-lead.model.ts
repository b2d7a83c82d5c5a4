import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import type { ProducerRetry } from '@/lib/model/delivery/producer-retry';
import { valueOrNull } from '@/lib/model/reading';
import { producerWaits } from '@/lib/model/throttle/producer-backoff';
import { type LimitRow, summaryOf } from './throttling.model';

export interface Lead {
  readonly tone: 'throttled' | 'waiting' | 'quiet';
  readonly sentence: string;
  readonly detail: string;
}

/** First what producers gave up on, since those messages are lost to them; then what refuses, and what it costs. */
export function leadOf(rows: readonly LimitRow[], page: ThrottlingPage): Lead {
  const { bold, rest } = summaryOf(rows, page);
  const waits = valueOrNull(page.waits);
  const sends = valueOrNull(page.refused)?.sends ?? 0;
  const gone = waits?.gone ?? 0;
  const isRefusing = rows.some(({ state }) => state === 'refusing') || (valueOrNull(page.throttled) ?? []).length > 0;
  const outcome = [
    ...(waits === null && sends > 0 ? ['How many messages producers gave up on is unknown.'] : []),
    ...(waits === null || waits.through + waits.waiting === 0
      ? []
      : [
          `${plural(waits.through, 'message was', 'messages were')} accepted on a later attempt, ` +
            `${formatCount(waits.waiting)} ${waits.waiting === 1 ? 'is' : 'are'} being retried.`,
        ]),
    ...(waits !== null && waits.lostSight > 0
      ? [`The outcome of ${plural(waits.lostSight, 'more refused message')} is unknown.`]
      : []),
  ];
  const isUnsure = page.throttled.kind === 'unknown' || page.limits.kind === 'unknown';
  const isNear = rows.some(({ state }) => state === 'warning');
  return {
    tone: gone > 0 || isRefusing ? 'throttled' : isUnsure || isNear ? 'waiting' : 'quiet',
    sentence:
      gone > 0
        ? `Producers gave up on ${plural(gone, 'message')} in the last 15 min, as seen by this node. ${bold}`
        : bold,
    detail: [rest.trim(), ...outcome].filter((text) => text !== '').join(' '),
  };
}

/** "a refused send is retried after 1 s, then 1.6 s; after 3 attempts the application gets TOO_MANY_REQUESTS (42900)" */
export function experienceWords(retry: ProducerRetry): string {
  const waits = producerWaits(retry, Math.max(0, Math.min(2, retry.maxAttempts - 1))).map((ms) => formatDuration(ms));
  const retried =
    waits.length === 0 ? 'a refused send is not retried' : `a refused send is retried after ${waits.join(', then ')}`;
  return `${retried}; after ${plural(retry.maxAttempts, 'attempt')} the application gets TOO_MANY_REQUESTS (42900)`;
}
