export interface BucketRate {
  /** Tokens per second. */
  readonly perSecond: number;
  /** How much unused time may be caught up, milliseconds. */
  readonly burstMs: number;
}

/**
 * A rate with a burst. Time is whatever the caller counts in milliseconds, monotonic. One request larger than the
 * whole bucket is let through when the bucket is full, and paid back before the next: a limit below one message's
 * size slows its sender down instead of stopping it for ever.
 */
export class TokenBucket {
  #rate: BucketRate;
  #tokens: number;
  #atMs: number;

  constructor(rate: BucketRate, nowMs: number) {
    this.#rate = rate;
    this.#tokens = sizeOf(rate);
    this.#atMs = nowMs;
  }

  /** An edited limit counts from now; what was saved up stays, as far as it fits. */
  change(rate: BucketRate, nowMs: number): void {
    this.#refill(nowMs);
    this.#rate = rate;
    this.#tokens = Math.min(this.#tokens, sizeOf(rate));
  }

  /** Whether so many could be taken now. */
  allows(count: number, nowMs: number): boolean {
    this.#refill(nowMs);
    return this.#tokens >= Math.min(count, sizeOf(this.#rate));
  }

  /** Takes them, also into debt: for what was found out only afterwards. */
  take(count: number, nowMs: number): void {
    this.#refill(nowMs);
    this.#tokens -= count;
  }

  #refill(nowMs: number): void {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = Math.max(this.#atMs, nowMs);
    this.#tokens = Math.min(sizeOf(this.#rate), this.#tokens + (passedMs / 1000) * this.#rate.perSecond);
  }
}

function sizeOf({ perSecond, burstMs }: BucketRate): number {
  return Math.max(1, (perSecond * Math.max(burstMs, MIN_BURST_MS)) / 1000);
}

/** Calls come in bunches: without any burst, two in one millisecond would be one too many. */
const MIN_BURST_MS = 100;
