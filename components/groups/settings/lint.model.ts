import { formatDuration } from '@/components/ui/duration.model';
import { formatCount } from '@/components/ui/number.model';
import type { GroupSettings } from '@/lib/model/group-settings';
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

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SHORT_WAIT_MS = 10 * SECOND;
const MANY_RETRIES = 20;
const LONG_BLOCK_MS = 10 * MINUTE;
const LONG_TIMEOUT_MS = 30 * MINUTE;
const SHORT_RESCUE_MS = MINUTE;
const LONG_LIFE_MS = 24 * HOUR;

/** What is risky in these settings, with the sentence behind it; warnings first. */
export function lintSettings(settings: LintSettings): LintFinding[] {
  return findingsOf(settings).toSorted((a, b) => Number(a.ok) - Number(b.ok));
}

function findingsOf(settings: LintSettings): LintFinding[] {
  const ordered = settings.deliveryOrder === 'ordered';
  if (settings.maxRetries === 0) return [ordered ? blocking(settings) : rescue(settings), timeout(settings)];
  return ordered
    ? [blocking(settings), storm(settings), timeout(settings)]
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
        `Retries leave time to recover: ${short} of ${formatCount(maxRetries)} come within ` +
        `${formatDuration(SHORT_WAIT_MS)} of the failure before.`,
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
      `Every retry is used up after ${formatDuration(totalMs)}: a restart of what the consumer calls ` +
      'takes longer, and all its messages die.',
    source: FEW_RETRIES,
  };
}

function life({ retryPolicy, maxRetries }: LintSettings): LintFinding {
  const { totalMs } = scheduleOf(retryPolicy, maxRetries);
  if (totalMs <= LONG_LIFE_MS)
    return {
      id: 'life',
      ok: true,
      text: `A message that cannot succeed is seen as dead within ${formatDuration(totalMs)}.`,
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
    return { id: 'blocking', ok: true, text: 'A failing head is dead at once; nothing waits behind it.' };
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
  const text = `A hung client holds a message for ${formatDuration(consumptionTimeoutMs)} until it counts as failed.`;
  return consumptionTimeoutMs <= LONG_TIMEOUT_MS
    ? { id: 'timeout', ok: true, text }
    : { id: 'timeout', ok: false, text: `${text} Set it near the slowest healthy processing.`, source: TRIGGER };
}
