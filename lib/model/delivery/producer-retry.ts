import { mustBe } from '../check-number';
import { told } from '../language/t';

/**
 * How producers wait and try again when the broker is too busy (42900), in the documentation's terms.
 * Defaults: Apache RocketMQ 5 documentation, "Sending Retry and Throttling Policy".
 */
export interface ProducerRetry {
  /** Before the second try. */
  readonly firstWaitMs: number;
  readonly multiplier: number;
  readonly maxWaitMs: number;
  /** Share of each wait after the first. The wire has no field for it. */
  readonly jitter: number;
  /** All tries of one send. SDKs take it from the application, not from the broker. */
  readonly maxAttempts: number;
}

export const DEFAULT_PRODUCER_RETRY: ProducerRetry = {
  firstWaitMs: 1_000,
  multiplier: 1.6,
  maxWaitMs: 120_000,
  jitter: 0.2,
  maxAttempts: 3,
};

export const PRODUCER_RETRY_LIMITS = {
  firstWaitMs: [10, 60_000],
  multiplier: [1, 10],
  maxWaitMs: [10, 600_000],
  jitter: [0, 0.9],
  maxAttempts: [1, 100],
} as const satisfies Readonly<Record<keyof ProducerRetry, readonly [number, number]>>;

const WHOLE: ReadonlySet<string> = new Set(['firstWaitMs', 'maxWaitMs', 'maxAttempts']);

/** @throws BrokerError bad-request, naming field, limit and value */
export function checkProducerRetry(retry: ProducerRetry): void {
  for (const field of Object.keys(PRODUCER_RETRY_LIMITS) as (keyof ProducerRetry)[]) {
    const [least, most] = PRODUCER_RETRY_LIMITS[field];
    const value = retry[field];
    const whole = WHOLE.has(field);
    if (!(value >= least && value <= most) || (whole && !Number.isInteger(value)))
      throw mustBe(
        field,
        whole
          ? told('a whole number from {min} to {max}', { min: least, max: most })
          : told('{min} to {max}', { min: least, max: most }),
        value,
      );
  }
  if (retry.maxWaitMs < retry.firstWaitMs)
    throw mustBe(
      'maxWaitMs',
      told('at least {least}', { least: `firstWaitMs (${retry.firstWaitMs})` }),
      retry.maxWaitMs,
    );
}

export interface ExponentialBackoff {
  readonly initialMs: number;
  readonly maxMs: number;
  readonly multiplier: number;
}

/** What the wire says: SDKs raise the multiplier to 1 before the second try, so the initial value is one step lower. */
export function backoffOf({ firstWaitMs, maxWaitMs, multiplier }: ProducerRetry): ExponentialBackoff {
  // In whole microseconds: finer than any client, and never a nanosecond short of a whole one.
  return { initialMs: Math.round((firstWaitMs / multiplier) * 1000) / 1000, maxMs: maxWaitMs, multiplier };
}

export interface ProducerWait {
  /** The try that follows the wait; 2 = the first repetition. */
  readonly attempt: number;
  /** The documented wait, and how far the jitter may move it. */
  readonly documentedMs: number;
  readonly jitterMs: number;
  /** Java, Go, C++, C#, Python and Rust, and Node after 1.0.8. */
  readonly sdkMs: number;
  /** Node up to 1.0.8 drops fractions of a millisecond from the value it gets. */
  readonly nodeMs: number;
}

/**
 * What follows each refusal, for the first `count` repetitions. Source: Java and Node ExponentialBackoffRetryPolicy.
 */
export function producerWaits(retry: ProducerRetry, count: number): ProducerWait[] {
  const { initialMs, maxMs, multiplier } = backoffOf(retry);
  const sdkWait = (initial: number, attempt: number): number => Math.min(initial * multiplier ** (attempt - 1), maxMs);
  return Array.from({ length: count }, (_, index) => {
    const attempt = index + 2;
    const documentedMs = Math.min(retry.firstWaitMs * multiplier ** index, maxMs);
    return {
      attempt,
      documentedMs,
      jitterMs: index === 0 ? 0 : documentedMs * retry.jitter,
      sdkMs: sdkWait(initialMs, attempt),
      nodeMs: sdkWait(Math.floor(initialMs), attempt),
    };
  });
}
