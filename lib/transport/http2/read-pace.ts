/** A peer that takes less than this in the time of a stuck answer reads too slowly: about 1 kB/s. */
export const LEAST_TAKEN_BYTES = 64 * 1024;

/** Whether a socket takes what waits for it. */
export class ReadPace {
  #sinceMs = 0;
  #takenBefore = 0;

  /** @param waiting bytes that the socket has not taken yet; `taken`: bytes that it has taken, ever */
  isTooSlow(nowMs: number, { waiting, taken }: { waiting: number; taken: number }, mostMs: number): boolean {
    if (waiting > 0 && this.#sinceMs > 0 && taken - this.#takenBefore < LEAST_TAKEN_BYTES)
      return nowMs - this.#sinceMs > mostMs;
    this.#sinceMs = waiting > 0 ? nowMs : 0;
    this.#takenBefore = taken;
    return false;
  }
}
