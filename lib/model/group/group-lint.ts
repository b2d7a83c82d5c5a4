import { formatCount, plural } from '../count';
import { plannedDeliveries } from '../delivery/retry-policy';
import { formatDuration } from '../duration';
import type { GroupSettings } from './group-settings';

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
  quote:
    'We recommend that you set a small number of retries and a long retry interval to reduce the burden on the system.',
  title: 'Consumption retry, usage notes',
  url: DOC,
};
const TRIGGER: LintSource = {
  quote: 'A timeout error occurs or a message stays in a push consumer queue for an excessive period of time.',
  title: 'Consumption retry, trigger conditions',
  url: DOC,
};
const NOT_A_THROTTLE: LintSource = {
  quote: 'Do not use consumption retry to deal with consumption throttling.',
  title: 'Consumption retry, usage notes',
  url: DOC,
};

const HANDLE_IN_TIME: LintSource = {
  quote: 'We recommend that you handle dead-letter messages within 3 days after they are generated.',
  title: 'ApsaraMQ for RocketMQ, dead-letter queues',
  url: 'https://www.alibabacloud.com/help/doc-detail/87277.html',
};
const WATCH_THEM: LintSource = {
  quote:
    'Without proactive alerts, throttling, message accumulation, and dead-letter message generation can go ' +
    'undetected until they disrupt production workloads.',
  title: 'ApsaraMQ for RocketMQ, monitoring and alerting',
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
  const share = `${formatCount(throttled)} of ${formatCount(reported)} failures reported in 24 h`;
  return reported < FEWEST_REPORTS || throttled < reported * MOSTLY
    ? finding('throttle', true, `Retry is not used as a rate limiter: ${share} look like 429.`, NOT_A_THROTTLE)
    : finding(
        'throttle',
        false,
        `Retry is used as a rate limiter: ${share} say “too many requests”. Set a limit on the group instead.`,
        NOT_A_THROTTLE,
      );
}

function processing({ consumptionTimeoutMs }: LintSettings, { p99Ms }: LintFacts): LintFinding[] {
  if (p99Ms === null) return [];
  const slowest = `the slowest 1 % took ${formatDuration(p99Ms)}`;
  const [ok, text] =
    p99Ms < consumptionTimeoutMs
      ? [true, `Deliveries end in time: ${slowest}.`]
      : [
          false,
          `Deliveries are taken back after ${formatDuration(consumptionTimeoutMs)}, and ${slowest}: messages are ` +
            'processed twice.',
        ];
  return [finding('p99', ok, text, TRIGGER)];
}

function weekend({ keepMs }: LintFacts): LintFinding {
  const [ok, text] =
    keepMs === null || keepMs >= WEEKEND_MS
      ? [
          true,
          'Dead letters survive a weekend: kept ' +
            `${keepMs === null ? 'until re-driven' : `for ${formatDuration(keepMs)}`}.`,
        ]
      : [false, `Dead letters are removed after ${formatDuration(keepMs)}: one of a Friday evening is gone on Monday.`];
  return finding('weekend', ok, text, HANDLE_IN_TIME);
}

function alarm({ hasAlarm }: LintFacts): LintFinding {
  const text = hasAlarm ? 'An alarm watches its dead letters.' : 'No alarm watches its dead letters.';
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
        `${plural(short, 'retry', 'retries')} within ${formatDuration(SHORT_WAIT_MS)} of a failure ` +
          `(limit: ${MANY_RETRIES}).`,
        FEW_RETRIES,
      )
    : finding(
        'storm',
        false,
        `Each failing message calls its dependency ${formatCount(maxRetries + 1)} times within ` +
          `${formatDuration(totalMsOf(settings))}. A dependency that is down or throttling gets this load on top.`,
        maxRetries > 100 ? NOT_A_THROTTLE : FEW_RETRIES,
      );
}

function rescue(settings: LintSettings): LintFinding {
  if (settings.maxRetries === 0) {
    const text = 'No retry: the first failure is final, a passing fault included. Re-driving is manual.';
    return finding('rescue', false, text, null);
  }
  const totalMs = totalMsOf(settings);
  return totalMs >= SHORT_RESCUE_MS
    ? finding('rescue', true, `A fault that passes within ${formatDuration(totalMs)} costs no message.`, FEW_RETRIES)
    : finding(
        'rescue',
        false,
        `A failure longer than ${formatDuration(totalMs)} moves every message to the DLQ. A restart of what the ` +
          'consumer calls takes longer.',
        FEW_RETRIES,
      );
}

function life(settings: LintSettings): LintFinding {
  const totalMs = totalMsOf(settings);
  const total = formatDuration(totalMs);
  return totalMs <= LONG_LIFE_MS
    ? finding('life', true, `A message that cannot succeed moves to the DLQ within ${total}.`, FEW_RETRIES)
    : finding(
        'life',
        false,
        `A message that cannot succeed is retried for ${total} before anyone sees it among the dead letters.`,
        FEW_RETRIES,
      );
}

function blocking(settings: LintSettings): LintFinding {
  const text = 'A failing message moves to the DLQ at once; nothing waits behind it.';
  if (settings.maxRetries === 0) return finding('blocking', true, text, FEW_RETRIES);
  const totalMs = totalMsOf(settings);
  const total = formatDuration(totalMs);
  return totalMs <= LONG_BLOCK_MS
    ? finding('blocking', true, `One failing message blocks its key for ${total} at most.`, FEW_RETRIES)
    : finding('blocking', false, `One failing message blocks everything of its key for ${total}.`, FEW_RETRIES);
}

function timeout({ consumptionTimeoutMs }: LintSettings): LintFinding {
  const text = `A hung client blocks a message for up to ${formatDuration(consumptionTimeoutMs)}.`;
  const ok = consumptionTimeoutMs <= LONG_TIMEOUT_MS;
  return finding('timeout', ok, ok ? text : `${text} Set it near the slowest healthy processing.`, TRIGGER);
}
