/**
 * A time of the database that goes on with the monotonic clock, at the same pace whatever happens to the wall clock of
 * this machine.
 */
export class CountedTime {
  readonly #at: Date;
  readonly #readAtMs = performance.now();

  /** @param at what the database's clock shows now */
  constructor(at: Date) {
    this.#at = at;
  }

  /** How long ago the database was asked. */
  get ageMs(): number {
    return performance.now() - this.#readAtMs;
  }

  now(): Date {
    return new Date(this.#at.getTime() + this.ageMs);
  }
}
