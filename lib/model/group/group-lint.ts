import { plannedDeliveries } from '../delivery/retry-policy';
import { sayDuration } from '../duration';
import type { GroupSettings } from './group-settings';
import { msg, t } from '../language/t';
import { sentences } from '../language/list';

export type LintSettings = Pick<GroupSettings, 'deliveryOrder' | 'maxRetries' | 'retryPolicy' | 'consumptionTimeoutMs'>;

export interface LintSource {
  readonly quote: string;
  readonly title: string;
  readonly url: string;
}

export interface LintFinding {
  readonly id: string;
  readonly ok: boolean;
  readonly text: string;
  /** What it rests on; left out: on nothing but the settings. */
  readonly source?: LintSource;
}

const DOC = 'https://rocketmq.apache.org/docs/featureBehavior/10consumerretrypolicy/';
const FEW_RETRIES: LintSource = {
  quote: msg(
    'We recommend that you set a small number of retries and a long retry interval to reduce the burden on the system.',
  ),
  title: msg('Consumption retry, usage notes'),
  url: DOC,
};
const TRIGGER: LintSource = {
  quote: msg('A timeout error occurs or a message stays in a push consumer queue for an excessive period of time.'),
  title: msg('Consumption retry, trigger conditions'),
  url: DOC,
};
const NOT_A_THROTTLE: LintSource = {
  quote: msg('Do not use consumption retry to deal with consumption throttling.'),
  title: msg('Consumption retry, usage notes'),
  url: DOC,
};

const HANDLE_IN_TIME: LintSource = {
  quote: msg('We recommend that you handle dead-letter messages within 3 days after they are generated.'),
  title: msg('ApsaraMQ for RocketMQ, dead-letter queues'),
  url: 'https://www.alibabacloud.com/help/doc-detail/87277.html',
};
const WATCH_THEM: LintSource = {
  quote: msg(
    `Without proactive alerts, throttling, message accumulation, and dead-letter message generation can go undetected
    until they disrupt production workloads.`,
  ),
  title: msg('ApsaraMQ for RocketMQ, monitoring and alerting'),
  url:
    'https://www.alibabacloud.com/help/en/apsaramq-for-rocketmq/cloud-message-queue-rocketmq-4-x-series/' +
    'use-cases/configure-the-monitoring-and-alerting-feature-for-risk-warning-1',
};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SHORT_WAIT_MS = 10 * SECOND;
const MANY_RETRIES = 20;
const LONG_BLOCK_MS = 10 * MINUTE;
const LONG_TIMEOUT_MS = 30 * MINUTE;
const SHORT_RESCUE_MS = MINUTE;
const LONG_LIFE_MS = 24 * HOUR;

/** What the settings of a group are judged against. */
export interface LintFacts {
  /** Reported failures of the last 24 hours, and how many of them say that a limit refused the consumer. */
  readonly reported: number;
  readonly throttled: number;
  /** How long acknowledged first deliveries took, of the newest leases; null: too few. */
  readonly p99Ms: number | null;
  /** An enabled alarm rule about its dead letters. */
  readonly hasAlarm: boolean;
  /** How long dead letters are kept; null: until they are dealt with. */
  readonly keepMs: number | null;
}

/**
 * What is risky in these settings, with the sentence behind it; warnings first.
 * @param facts null: not read
 * @param losses why the change loses messages sooner, in sentences: checks are never all passed while it does
 */
export function lintSettings(
  settings: LintSettings,
  facts: LintFacts | null = null,
  losses: readonly string[] = [],
): LintFinding[] {
  const ofChange = losses.map((text, index): LintFinding => ({ id: `loss-${index}`, ok: false, text }));
  const lately = facts === null ? [] : findingsOfFacts(settings, facts);
  return [...ofChange, ...findingsOf(settings), ...lately].toSorted((a, b) => Number(a.ok) - Number(b.ok));
}

const MOSTLY = 0.5;
const FEWEST_REPORTS = 10;
const WEEKEND_MS = 72 * HOUR;

function findingsOfFacts(settings: LintSettings, facts: LintFacts): LintFinding[] {
  return [throttle(facts), ...processing(settings, facts), weekend(facts), alarm(facts)];
}

function finding(id: string, ok: boolean, text: string, source: LintSource | null): LintFinding {
  return { id, ok, text, ...(source === null ? {} : { source }) };
}

function throttle({ reported, throttled }: LintFacts): LintFinding {
  return reported < FEWEST_REPORTS || throttled < reported * MOSTLY
    ? finding(
        'throttle',
        true,
        t(
          `Retry is not used as a rate limiter: {throttled, number} of {reported, number} failures reported in 24 h look
          like 429.`,
          { throttled, reported },
        ),
        NOT_A_THROTTLE,
      )
    : finding(
        'throttle',
        false,
        t(
          `Retry is used as a rate limiter: {throttled, number} of {reported, number} failures reported in 24 h say “too
          many requests”. Set a limit on the group instead.`,
          { throttled, reported },
        ),
        NOT_A_THROTTLE,
      );
}

function processing({ consumptionTimeoutMs }: LintSettings, { p99Ms }: LintFacts): LintFinding[] {
  if (p99Ms === null) return [];
  const slowest = sayDuration(p99Ms);
  return p99Ms < consumptionTimeoutMs
    ? [finding('p99', true, t('Deliveries finish in time: the slowest 1 % took {slowest}.', { slowest }), TRIGGER)]
    : [
        finding(
          'p99',
          false,
          t(`Deliveries time out after {timeout}, and the slowest 1 % took {slowest}: messages are processed twice.`, {
            timeout: sayDuration(consumptionTimeoutMs),
            slowest,
          }),
          TRIGGER,
        ),
      ];
}

function weekend({ keepMs }: LintFacts): LintFinding {
  const text =
    keepMs === null
      ? t('Dead letters survive a weekend: kept until re-driven.')
      : keepMs >= WEEKEND_MS
        ? t('Dead letters survive a weekend: kept for {time}.', { time: sayDuration(keepMs) })
        : t('Dead letters are removed after {time}: dead letters from Friday evening are gone on Monday.', {
            time: sayDuration(keepMs),
          });
  return finding('weekend', keepMs === null || keepMs >= WEEKEND_MS, text, HANDLE_IN_TIME);
}

function alarm({ hasAlarm }: LintFacts): LintFinding {
  const text = hasAlarm ? t('An alarm watches its dead letters.') : t('No alarm watches its dead letters.');
  return finding('alarm', hasAlarm, text, WATCH_THEM);
}

function findingsOf(settings: LintSettings): LintFinding[] {
  const ordered = settings.deliveryOrder === 'ordered';
  if (settings.maxRetries === 0) return [...(ordered ? [blocking(settings)] : []), rescue(settings), timeout(settings)];
  return ordered
    ? [blocking(settings), rescue(settings), storm(settings), timeout(settings)]
    : [storm(settings), rescue(settings), life(settings), timeout(settings)];
}

/** Until the DLQ, from the first failure, when every attempt fails at once. */
function totalMsOf({ retryPolicy, maxRetries }: LintSettings): number {
  return plannedDeliveries(retryPolicy, maxRetries).at(-1)?.afterMs ?? 0;
}

function storm(settings: LintSettings): LintFinding {
  const { retryPolicy, maxRetries } = settings;
  const short = plannedDeliveries(retryPolicy, maxRetries)
    .slice(1)
    .filter(({ waitMs }) => waitMs < SHORT_WAIT_MS).length;
  return short <= MANY_RETRIES
    ? finding(
        'storm',
        true,
        t('{short, plural, one {# retry} other {# retries}} within {time} of a failure (limit: {most, number}).', {
          ...{ short, time: sayDuration(SHORT_WAIT_MS), most: MANY_RETRIES },
        }),
        FEW_RETRIES,
      )
    : finding(
        'storm',
        false,
        t(
          `Each failing message calls its dependency {attempts, number} times within {time}. A dependency that is
          down or throttling gets this load on top.`,
          { attempts: maxRetries + 1, time: sayDuration(totalMsOf(settings)) },
        ),
        maxRetries > 100 ? NOT_A_THROTTLE : FEW_RETRIES,
      );
}

function rescue(settings: LintSettings): LintFinding {
  if (settings.maxRetries === 0) {
    const text = t('No retry: the first failure is final, even if it is temporary. Re-driving is manual.');
    return finding('rescue', false, text, null);
  }
  const totalMs = totalMsOf(settings);
  return totalMs >= SHORT_RESCUE_MS
    ? finding(
        'rescue',
        true,
        t('A fault that ends within {time} loses no message.', { time: sayDuration(totalMs) }),
        FEW_RETRIES,
      )
    : finding(
        'rescue',
        false,
        t(
          `A failure longer than {time} moves every message to the DLQ. A restart of a dependency of the consumer takes
          longer.`,
          { time: sayDuration(totalMs) },
        ),
        FEW_RETRIES,
      );
}

function life(settings: LintSettings): LintFinding {
  const totalMs = totalMsOf(settings);
  const time = sayDuration(totalMs);
  return totalMs <= LONG_LIFE_MS
    ? finding('life', true, t('A message that cannot succeed moves to the DLQ within {time}.', { time }), FEW_RETRIES)
    : finding(
        'life',
        false,
        t('A message that cannot succeed is retried for {time} before it appears among the dead letters.', { time }),
        FEW_RETRIES,
      );
}

function blocking(settings: LintSettings): LintFinding {
  if (settings.maxRetries === 0)
    return finding(
      'blocking',
      true,
      t('A failing message moves to the DLQ at once; no message waits behind it.'),
      FEW_RETRIES,
    );
  const totalMs = totalMsOf(settings);
  const time = sayDuration(totalMs);
  return totalMs <= LONG_BLOCK_MS
    ? finding('blocking', true, t('One failing message blocks its key for {time} at most.', { time }), FEW_RETRIES)
    : finding(
        'blocking',
        false,
        t('One failing message blocks all messages of its key for {time}.', { time }),
        FEW_RETRIES,
      );
}

function timeout({ consumptionTimeoutMs }: LintSettings): LintFinding {
  const time = sayDuration(consumptionTimeoutMs);
  const ok = consumptionTimeoutMs <= LONG_TIMEOUT_MS;
  const text = t('A hung client blocks a message for up to {time}.', { time });
  const advice = t('Set the timeout close to the slowest normal processing time.');
  return finding('timeout', ok, ok ? text : sentences(text, advice), TRIGGER);
}
