/** A little more than the time that the rate is of, at one reading per heartbeat. */
const WINDOW_MS = 60_000;

/** Counts what a client does, and says how much of it there is per second. */
export class Pace {
  #count = 0;
  readonly #readings: { readonly atMs: number; readonly count: number }[] = [];

  add(count: number): void {
    this.#count += count;
  }

  /** Per second over about the last minute; null: this is the first reading. @param nowMs on the monotonic clock */
  read(nowMs: number): number | null {
    const [first] = this.#readings;
    this.#readings.push({ atMs: nowMs, count: this.#count });
    while ((this.#readings[1]?.atMs ?? nowMs) <= nowMs - WINDOW_MS) this.#readings.shift();
    if (first === undefined) return null;
    const from = this.#readings[0] ?? first;
    return nowMs === from.atMs ? null : ((this.#count - from.count) * 1000) / (nowMs - from.atMs);
  }
}
