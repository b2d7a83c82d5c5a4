/** How the official producers wait after 42900. Source: docs "Sending Retry and Throttling Policy". */
export const PRODUCER_BACKOFF = {
  /** Tries of one send, the first one included; SDKs take it from their own configuration. */
  attempts: 3,
  firstMs: 1000,
  multiplier: 1.6,
  /** Share by which a wait may be longer or shorter. */
  jitter: 0.2,
  maxMs: 120_000,
} as const;

/** The waits before tries 2, 3, ... of a send that is refused every time, milliseconds. */
export function producerWaits(count: number): number[] {
  const { firstMs, multiplier, maxMs } = PRODUCER_BACKOFF;
  return Array.from({ length: count }, (_, index) => Math.min(maxMs, firstMs * multiplier ** index));
}

/**
 * How long producers have waited in all for so many refused sends, by the documented waits: between all sends refused
 * until their last try (whose refusal is not waited for) and all refused up to the try before it.
 */
export function producerDelayMs(refused: number): { readonly fromMs: number; readonly toMs: number } {
  const all = producerWaits(PRODUCER_BACKOFF.attempts - 1).reduce((sum, ms) => sum + ms, 0);
  return {
    fromMs: (refused * all) / PRODUCER_BACKOFF.attempts,
    toMs: (refused * all) / (PRODUCER_BACKOFF.attempts - 1),
  };
}
