import { formatDuration } from '@/components/ui/duration.model';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import type { ProducerRetry } from '@/lib/model/delivery/producer-retry';
import { valueOrNull } from '@/lib/model/reading';
import { producerWaits } from '@/lib/model/throttle/producer-backoff';
import { summaryOf } from './summary.model';
import type { LimitRow } from './throttling.model';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

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
    ...(waits === null && sends > 0 ? [t('How many messages producers gave up on is unknown.')] : []),
    ...(waits === null || waits.through + waits.waiting === 0
      ? []
      : [
          t(
            `{through, plural, one {# message was} other {# messages were}} accepted on a later attempt; {waiting,
            number} being retried.`,
            { through: waits.through, waiting: waits.waiting },
          ),
        ]),
    ...(waits !== null && waits.lostSight > 0
      ? [
          t(
            'The outcome of {count, plural, one {# more refused message} other {# more refused messages}} is unknown.',
            {
              count: waits.lostSight,
            },
          ),
        ]
      : []),
  ];
  const isUnsure = page.throttled.kind === 'unknown' || page.limits.kind === 'unknown';
  const isNear = rows.some(({ state }) => state === 'warning');
  return {
    tone: gone > 0 || isRefusing ? 'throttled' : isUnsure || isNear ? 'waiting' : 'quiet',
    sentence:
      gone > 0
        ? sentences(
            t(
              `Producers gave up on {gone, plural, one {# message} other {# messages}} in the last 15 min, as seen by
              this node.`,
              { gone },
            ),
            bold,
          )
        : bold,
    detail: sentences(rest, ...outcome),
  };
}

/** "a refused send is retried after 1 s, then 1.6 s; after 3 attempts the application gets TOO_MANY_REQUESTS (42900)" */
export function experienceWords(retry: ProducerRetry): string {
  const waits = producerWaits(retry, Math.max(0, Math.min(2, retry.maxAttempts - 1))).map((ms) => formatDuration(ms));
  const [first, second] = waits;
  const given = { max: retry.maxAttempts };
  if (first === undefined)
    return t(
      `a refused send is not retried; after {max, plural, one {# attempt} other {# attempts}} the application gets
      TOO_MANY_REQUESTS (42900)`,
      given,
    );
  if (second === undefined)
    return t(
      `a refused send is retried after {first}; after {max, plural, one {# attempt} other {# attempts}} the application
      gets TOO_MANY_REQUESTS (42900)`,
      { first, ...given },
    );
  return t(
    `a refused send is retried after {first}, then {second}; after {max, plural, one {# attempt} other {# attempts}} the
    application gets TOO_MANY_REQUESTS (42900)`,
    { first, second, ...given },
  );
}
