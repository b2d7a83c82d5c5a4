/** How long a failed message waits before its next delivery. Group metadata, applied by the server. */
export type RetryPolicy =
  | { readonly type: 'stepped' }
  | { readonly type: 'exponential'; readonly initialMs: number; readonly maxMs: number; readonly multiplier: number }
  | { readonly type: 'customized'; readonly intervalsMs: readonly number[] }
  | { readonly type: 'fixed'; readonly intervalMs: number };

export type DeliveryOrder = 'concurrent' | 'ordered';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The documented table for unordered groups: 16 waits, then 2 h each.
 * Source: Apache RocketMQ 5 documentation, "Consumption Retry", table of retry intervals.
 */
export const STEPPED_INTERVALS_MS: readonly number[] = [
  10 * SECOND,
  30 * SECOND,
  1 * MINUTE,
  2 * MINUTE,
  3 * MINUTE,
  4 * MINUTE,
  5 * MINUTE,
  6 * MINUTE,
  7 * MINUTE,
  8 * MINUTE,
  9 * MINUTE,
  10 * MINUTE,
  20 * MINUTE,
  30 * MINUTE,
  1 * HOUR,
  2 * HOUR,
];

export const DEFAULT_MAX_RETRIES = 16;
/** Documented default interval of ordered groups. */
export const DEFAULT_ORDERED_INTERVAL_MS = 3 * SECOND;
export const DEFAULT_CONSUMPTION_TIMEOUT_MS = 15 * MINUTE;
/** Exponents are clamped as in the original (ExponentialRetryPolicy). */
const MAX_EXPONENT = 32;

export function defaultRetryPolicy(order: DeliveryOrder): RetryPolicy {
  return order === 'ordered' ? { type: 'fixed', intervalMs: DEFAULT_ORDERED_INTERVAL_MS } : { type: 'stepped' };
}

/**
 * The wait after a failed delivery.
 * @param attempt the delivery that just failed, 1 = the first
 * @returns milliseconds
 */
export function retryDelayMs(policy: RetryPolicy, attempt: number): number {
  switch (policy.type) {
    case 'stepped':
      return stepAt(STEPPED_INTERVALS_MS, attempt);
    case 'customized':
      return stepAt(policy.intervalsMs, attempt);
    case 'fixed':
      return policy.intervalMs;
    case 'exponential':
      return Math.min(
        policy.maxMs,
        Math.round(policy.initialMs * policy.multiplier ** Math.min(attempt - 1, MAX_EXPONENT)),
      );
  }
}

function stepAt(intervalsMs: readonly number[], attempt: number): number {
  return intervalsMs[Math.min(attempt, intervalsMs.length) - 1] ?? 0;
}

export interface PlannedDelivery {
  /** 1 = the first delivery. */
  readonly attempt: number;
  /** Wait since the failure of the delivery before, milliseconds; 0 for the first. */
  readonly waitMs: number;
  /** Sum of all waits so far: time since the first delivery when every delivery fails at once. */
  readonly afterMs: number;
}

/** Every delivery a message can get: N retries are N + 1 deliveries. */
export function plannedDeliveries(policy: RetryPolicy, maxRetries: number): PlannedDelivery[] {
  const planned: PlannedDelivery[] = [];
  let afterMs = 0;
  for (let attempt = 1; attempt <= maxRetries + 1; attempt += 1) {
    const waitMs = attempt === 1 ? 0 : retryDelayMs(policy, attempt - 1);
    afterMs += waitMs;
    planned.push({ attempt, waitMs, afterMs });
  }
  return planned;
}
