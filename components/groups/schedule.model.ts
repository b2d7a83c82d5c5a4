import { formatDuration } from '@/components/ui/duration.model';
import { plannedDeliveries, type PlannedDelivery, type RetryPolicy } from '@/lib/model/delivery/retry-policy';
import { between, t } from '@/lib/model/language/t';

export interface Schedule {
  readonly retries: number;
  /** Every delivery, the first included. */
  readonly deliveries: readonly PlannedDelivery[];
  /** From the first failure to the dead letter when every delivery fails at once. */
  readonly totalMs: number;
}

export function scheduleOf(policy: RetryPolicy, maxRetries: number): Schedule {
  const deliveries = plannedDeliveries(policy, maxRetries);
  return { retries: maxRetries, deliveries, totalMs: deliveries.at(-1)?.afterMs ?? 0 };
}

export interface ScheduleCell {
  /** Retry numbers, 1 = the second delivery; equal for a cell of one. */
  readonly from: number;
  readonly to: number;
  /** Wait before each. */
  readonly waitMs: number;
  /** Since the first failure, at the last of the cell. */
  readonly afterMs: number;
}

const ALL_SHOWN = 32;

/** One cell per retry; a long schedule folds runs of equal waits into one cell, so that nothing is left out. */
export function cellsOf({ deliveries }: Schedule): ScheduleCell[] {
  const single = deliveries
    .slice(1)
    .map(({ attempt, waitMs, afterMs }) => ({ from: attempt - 1, to: attempt - 1, waitMs, afterMs }));
  if (single.length <= ALL_SHOWN) return single;
  const folded: ScheduleCell[] = [];
  for (const cell of single) {
    const last = folded.at(-1);
    if (last !== undefined && last.waitMs === cell.waitMs)
      folded[folded.length - 1] = { ...last, to: cell.to, afterMs: cell.afterMs };
    else folded.push(cell);
  }
  return folded;
}

export interface Axis {
  readonly compressed: boolean;
  /** Position of a time, percent of the width. */
  readonly x: (ms: number) => number;
  readonly ticks: readonly { readonly label: string; readonly x: number }[];
}

const START_PERCENT = 1.5;
const END_PERCENT = 84;
const MIN_TICK_DISTANCE = 8;
/** Beyond this ratio of longest to shortest wait the short ones would lie on each other. */
const COMPRESS_RATIO = 12;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const TICKS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * HOUR),
  ...[1, 2, 3, 5, 7, 10, 14, 30, 60, 90, 180, 365].map((n) => n * DAY),
];

export function axisOf(schedules: readonly Schedule[]): Axis {
  const endMs = Math.max(...schedules.map(({ totalMs }) => totalMs), 1);
  const waits = schedules
    .flatMap(({ deliveries }) => deliveries.slice(1).map(({ waitMs }) => waitMs))
    .filter((ms) => ms > 0);
  const compressed = waits.length > 1 && Math.max(...waits) / Math.min(...waits) > COMPRESS_RATIO;
  const share = (ms: number): number => (compressed ? Math.sqrt(ms / endMs) : ms / endMs);
  const x = (ms: number): number => START_PERCENT + (END_PERCENT - START_PERCENT) * share(ms);
  const ticks = [{ label: '0', x: x(0) }];
  for (const ms of tickSteps(compressed, endMs)) {
    const at = x(ms);
    if (at - (ticks.at(-1)?.x ?? 0) >= MIN_TICK_DISTANCE) ticks.push({ label: formatDuration(ms, 2), x: at });
  }
  return { compressed, x, ticks };
}

function tickSteps(compressed: boolean, endMs: number): number[] {
  if (compressed) return TICKS_MS.filter((ms) => ms <= endMs);
  const step = TICKS_MS.find((ms) => endMs / ms <= 7) ?? endMs;
  return Array.from({ length: Math.floor(endMs / step) }, (_, index) => (index + 1) * step);
}

/** The schedule in words. */
export function describeSchedule({ retries, totalMs }: Schedule): string {
  if (retries === 0) return t('One attempt. If it fails, the message moves to the DLQ at once.');
  return t(
    `{attempts, number} attempts. If every one fails at once, the message moves to the DLQ {time} after the first
    failure; processing time is not included.`,
    { attempts: retries + 1, time: formatDuration(totalMs) },
  );
}

/** "Retry intervals: v2 from 5 s to 2 h (16 retries), v3 3 s (1 retry)": the chart on one line. */
export function intervalsLine(versions: readonly { readonly name: string; readonly schedule: Schedule }[]): string {
  const each = versions.map(({ name, schedule: { deliveries } }) => {
    const intervals = deliveries.slice(1).map(({ waitMs }) => waitMs);
    const given = { version: name, retries: intervals.length };
    if (intervals.length === 0) return t('{version} without retries', { version: name });
    const [least, most] = [Math.min(...intervals), Math.max(...intervals)];
    return least === most
      ? t('{version} {interval} ({retries, plural, one {# retry} other {# retries}})', {
          ...given,
          interval: formatDuration(least),
        })
      : t('{version} from {least} to {most} ({retries, plural, one {# retry} other {# retries}})', {
          ...given,
          least: formatDuration(least),
          most: formatDuration(most),
        });
  });
  return t('Retry intervals: {intervals}', { intervals: each.join(between(',')) });
}
