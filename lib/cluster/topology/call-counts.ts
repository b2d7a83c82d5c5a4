const SECONDS = 60;

export interface CallsLately {
  readonly perSecond: number;
  /** In its busiest second. */
  readonly most: number;
  /** Answered that the broker has too much to do. */
  readonly busy: number;
}

/** Calls of the last minute, second by second. */
export class CallCounts {
  readonly #seconds: { second: number; calls: number; busy: number }[] = [];

  add(isBusy: boolean): void {
    const second = nowSecond();
    const last = this.#seconds.at(-1);
    const slot = last?.second === second ? last : { second, calls: 0, busy: 0 };
    if (slot !== last) this.#seconds.push(slot);
    slot.calls += 1;
    if (isBusy) slot.busy += 1;
    while ((this.#seconds[0]?.second ?? second) <= second - SECONDS) this.#seconds.shift();
  }

  /** Since the first call, a minute at most. */
  read(): CallsLately {
    const second = nowSecond();
    const recent = this.#seconds.filter((slot) => slot.second > second - SECONDS);
    const covered = Math.max(1, second - (recent[0]?.second ?? second) + 1);
    return {
      perSecond: recent.reduce((sum, { calls }) => sum + calls, 0) / covered,
      most: recent.reduce((most, { calls }) => Math.max(most, calls), 0),
      busy: recent.reduce((sum, { busy }) => sum + busy, 0),
    };
  }
}

function nowSecond(): number {
  return Math.floor(performance.now() / 1_000);
}
