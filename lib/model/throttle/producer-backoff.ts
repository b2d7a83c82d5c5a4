import type { ProducerRetry } from '../delivery/producer-retry';

/** The waits before tries 2, 3, ... of a send that is refused every time, milliseconds, without jitter. */
export function producerWaits({ firstWaitMs, multiplier, maxWaitMs }: ProducerRetry, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.min(maxWaitMs, firstWaitMs * multiplier ** index));
}

/**
 * How long producers have waited in all for so many refused sends: between all sends refused until their last try
 * (whose refusal is not waited for) and all refused up to the try before it.
 */
export function producerDelayMs(
  retry: ProducerRetry,
  refused: number,
): { readonly fromMs: number; readonly toMs: number } {
  const waits = retry.maxAttempts - 1;
  if (waits < 1) return { fromMs: 0, toMs: 0 };
  const all = producerWaits(retry, waits).reduce((sum, ms) => sum + ms, 0);
  return { fromMs: (refused * all) / retry.maxAttempts, toMs: (refused * all) / waits };
}
