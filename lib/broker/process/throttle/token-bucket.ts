import { burstOf } from '../../../model/throttle/limit';

export interface BucketRate {
  /** Tokens per second. */
  readonly perSecond: number;
  /** How much unused time may be caught up, milliseconds. */
  readonly burstMs: number;
}

/**
 * A rate with a burst. Time is whatever the caller counts in milliseconds, monotonic. A request is let through while
 * anything is left, and what it takes beyond that is paid back before the next: a limit below one message's size slows
 * its sender down instead of stopping it for ever, and many small requests cannot keep a large one out.
 */
export class TokenBucket {
  #rate: BucketRate;
  #tokens: number;
  #atMs: number;

  constructor(rate: BucketRate, nowMs: number) {
    this.#rate = rate;
    this.#tokens = burstOf(rate.perSecond, rate.burstMs);
    this.#atMs = nowMs;
  }

  /** An edited limit counts from now; what was saved up stays, as far as it fits. */
  change(rate: BucketRate, nowMs: number): void {
    this.#refill(nowMs);
    this.#rate = rate;
    this.#tokens = Math.min(this.#tokens, burstOf(rate.perSecond, rate.burstMs));
  }

  /** Whether anything could be taken now. */
  allows(nowMs: number): boolean {
    return this.left(nowMs) >= 1;
  }

  /** What could be taken now without debt; negative: what is owed. */
  left(nowMs: number): number {
    this.#refill(nowMs);
    return this.#tokens;
  }

  /** Takes so many, also into debt. */
  take(count: number, nowMs: number): void {
    this.#refill(nowMs);
    this.#tokens -= count;
  }

  #refill(nowMs: number): void {
    const passedMs = Math.max(0, nowMs - this.#atMs);
    this.#atMs = Math.max(this.#atMs, nowMs);
    this.#tokens = Math.min(
      burstOf(this.#rate.perSecond, this.#rate.burstMs),
      this.#tokens + (passedMs / 1000) * this.#rate.perSecond,
    );
  }
}
