import { formatDuration } from '@/components/ui/duration.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { GroupConfig } from '@/lib/console/operations/groups/views';
import type { GroupSettings } from '@/lib/model/group/group-settings';
import { scheduleOf } from '@/components/groups/schedule.model';

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

/** What happened lately, as far as checks need it. */
export type LintFacts = NonNullable<Extract<GroupConfig['facts'], { readonly kind: 'value' }>['value']>;

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

function throttle({ reported, throttled }: LintFacts): LintFinding {
  const share = `${formatCount(throttled)} of ${formatCount(reported)} failures reported in 24 h`;
  if (reported < FEWEST_REPORTS || throttled < reported * MOSTLY)
    return { id: 'throttle', ok: true, text: `Retry is not used as a rate limiter: ${share} look like 429.` };
  return {
    id: 'throttle',
    ok: false,
    text: `Retry is used as a rate limiter: ${share} say “too many requests”. Set a limit on the group instead.`,
    source: NOT_A_THROTTLE,
  };
}

function processing({ consumptionTimeoutMs }: LintSettings, { p99Ms }: LintFacts): LintFinding[] {
  if (p99Ms === null) return [];
  const slowest = `the slowest 1 % took ${formatDuration(p99Ms)}`;
  if (p99Ms < consumptionTimeoutMs) return [{ id: 'p99', ok: true, text: `Deliveries end in time: ${slowest}.` }];
  return [
    {
      id: 'p99',
      ok: false,
      text:
        `Deliveries are taken back after ${formatDuration(consumptionTimeoutMs)}, and ${slowest}: messages are ` +
        'processed twice.',
      source: TRIGGER,
    },
  ];
}

function weekend({ keepMs }: LintFacts): LintFinding {
  if (keepMs === null || keepMs >= WEEKEND_MS)
    return {
      id: 'weekend',
      ok: true,
      text: `Dead letters survive a weekend: kept ${keepMs === null ? 'until re-driven' : `for ${formatDuration(keepMs)}`}.`,
    };
  return {
    id: 'weekend',
    ok: false,
    text: `Dead letters are removed after ${formatDuration(keepMs)}: one of a Friday evening is gone on Monday.`,
    source: HANDLE_IN_TIME,
  };
}

function alarm({ hasAlarm }: LintFacts): LintFinding {
  return hasAlarm
    ? { id: 'alarm', ok: true, text: 'An alarm watches its dead letters.' }
    : {
        id: 'alarm',
        ok: false,
        text: 'No alarm watches its dead letters.',
        source: WATCH_THEM,
      };
}

function findingsOf(settings: LintSettings): LintFinding[] {
  const ordered = settings.deliveryOrder === 'ordered';
  if (settings.maxRetries === 0) return [...(ordered ? [blocking(settings)] : []), rescue(settings), timeout(settings)];
  return ordered
    ? [blocking(settings), rescue(settings), storm(settings), timeout(settings)]
    : [storm(settings), rescue(settings), life(settings), timeout(settings)];
}

function storm({ retryPolicy, maxRetries }: LintSettings): LintFinding {
  const { deliveries, totalMs } = scheduleOf(retryPolicy, maxRetries);
  const short = deliveries.slice(1).filter(({ waitMs }) => waitMs < SHORT_WAIT_MS).length;
  if (short <= MANY_RETRIES)
    return {
      id: 'storm',
      ok: true,
      text:
        `${plural(short, 'retry', 'retries')} within ${formatDuration(SHORT_WAIT_MS)} of a failure ` +
        `(limit: ${MANY_RETRIES}).`,
    };
  return {
    id: 'storm',
    ok: false,
    text:
      `Each failing message calls its dependency ${formatCount(maxRetries + 1)} times within ` +
      `${formatDuration(totalMs)}. A dependency that is down or throttling gets this load on top.`,
    source: maxRetries > 100 ? NOT_A_THROTTLE : FEW_RETRIES,
  };
}

function rescue({ retryPolicy, maxRetries }: LintSettings): LintFinding {
  const { totalMs } = scheduleOf(retryPolicy, maxRetries);
  if (maxRetries === 0)
    return {
      id: 'rescue',
      ok: false,
      text: 'No retry: the first failure is final, a passing fault included. Re-driving is manual.',
    };
  if (totalMs >= SHORT_RESCUE_MS)
    return { id: 'rescue', ok: true, text: `A fault that passes within ${formatDuration(totalMs)} costs no message.` };
  return {
    id: 'rescue',
    ok: false,
    text:
      `A failure longer than ${formatDuration(totalMs)} moves every message to the DLQ. A restart of what the ` +
      'consumer calls takes longer.',
    source: FEW_RETRIES,
  };
}

function life({ retryPolicy, maxRetries }: LintSettings): LintFinding {
  const { totalMs } = scheduleOf(retryPolicy, maxRetries);
  if (totalMs <= LONG_LIFE_MS)
    return {
      id: 'life',
      ok: true,
      text: `A message that cannot succeed moves to the DLQ within ${formatDuration(totalMs)}.`,
    };
  return {
    id: 'life',
    ok: false,
    text:
      `A message that cannot succeed is retried for ${formatDuration(totalMs)} before anyone sees it ` +
      'among the dead letters.',
    source: FEW_RETRIES,
  };
}

function blocking({ retryPolicy, maxRetries }: LintSettings): LintFinding {
  const { totalMs } = scheduleOf(retryPolicy, maxRetries);
  if (maxRetries === 0)
    return { id: 'blocking', ok: true, text: 'A failing message moves to the DLQ at once; nothing waits behind it.' };
  if (totalMs <= LONG_BLOCK_MS)
    return {
      id: 'blocking',
      ok: true,
      text: `One failing message blocks its key for ${formatDuration(totalMs)} at most.`,
    };
  return {
    id: 'blocking',
    ok: false,
    text: `One failing message blocks everything of its key for ${formatDuration(totalMs)}.`,
    source: FEW_RETRIES,
  };
}

function timeout({ consumptionTimeoutMs }: LintSettings): LintFinding {
  const text = `A hung client blocks a message for up to ${formatDuration(consumptionTimeoutMs)}.`;
  return consumptionTimeoutMs <= LONG_TIMEOUT_MS
    ? { id: 'timeout', ok: true, text }
    : { id: 'timeout', ok: false, text: `${text} Set it near the slowest healthy processing.`, source: TRIGGER };
}
