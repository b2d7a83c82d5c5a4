const WINDOW_SECONDS = 10;

/**
 * What went through per second, mean of the last 10 s. Time is whatever the caller counts in milliseconds, monotonic.
 */
export class RateMeter {
  readonly #sums = new Map<number, number>();

  add(count: number, nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    const before = this.#sums.get(second);
    this.#sums.set(second, (before ?? 0) + count);
    if (before === undefined)
      for (const old of this.#sums.keys()) if (old <= second - WINDOW_SECONDS) this.#sums.delete(old);
  }

  perSecond(nowMs: number): number {
    const second = Math.floor(nowMs / 1000);
    let sum = 0;
    for (const [at, count] of this.#sums) if (at > second - WINDOW_SECONDS) sum += count;
    return sum / WINDOW_SECONDS;
  }
}
