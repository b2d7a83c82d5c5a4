/** Answers are given in steps of this length. */
const STEP_MS = 5;
/** In an idle process: 500 answers a second. The requests of a hundred clients would keep a core busy. */
const MIN_APART_MS = 2;
/** In a process that is late with its other work. */
const MAX_APART_MS = 20;
/** A step that is this late shows that the process is busy. */
const LATE_MS = 3;
/** Slower within a few steps, faster again within half a second. */
const SLOWER = 1.25;
const FASTER = 0.97;
/** A consumer must notice soon that it may go on. */
const MAX_PAUSE_MS = 2000;
/** The time that a call must have left for its answer. */
const SPARE_MS = 1000;

interface Waiting {
  readonly latestMs: number;
  readonly answer: () => void;
}

/**
 * SDKs ask again 20 ms after a refused receive, one call per queue and client, without end. Answered at once, a hundred
 * clients would leave no time for other work. So the more there are, the later they are answered, and later
 * still while the process is late with its own work. In order of arrival.
 */
export class RefusalPace {
  readonly #waiting = new Set<Waiting>();
  #apartMs = MIN_APART_MS;
  #nextMs = 0;
  /** No waiting refusal is due before this moment; a lower bound. */
  #soonestMs = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | null = null;

  /** Between two answers, right now. */
  get apartMs(): number {
    return this.#apartMs;
  }

  /** Until the refusal may be answered. @param remainingMs until the call's deadline; null: it has none */
  wait(remainingMs: number | null, signal: AbortSignal): Promise<void> {
    const nowMs = performance.now();
    const latestMs = nowMs + Math.min(MAX_PAUSE_MS, (remainingMs ?? Number.POSITIVE_INFINITY) - SPARE_MS);
    if (latestMs <= nowMs || signal.aborted) return Promise.resolve();
    if (this.#waiting.size === 0 && this.#nextMs <= nowMs) {
      this.#nextMs = nowMs + this.#apartMs;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      const one: Waiting = {
        latestMs,
        answer: () => {
          this.#waiting.delete(one);
          signal.removeEventListener('abort', one.answer);
          resolve();
        },
      };
      // The client leaves, or the gateway stops: the answer has no receiver.
      signal.addEventListener('abort', one.answer, { once: true });
      this.#waiting.add(one);
      this.#soonestMs = Math.min(this.#soonestMs, latestMs);
      this.#arm(nowMs);
    });
  }

  /** Answers whose turn or time it is. @param lateMs how much later this step comes than it was meant to */
  step(nowMs: number, lateMs: number): void {
    this.#apartMs =
      lateMs > LATE_MS
        ? Math.min(MAX_APART_MS, this.#apartMs * SLOWER)
        : Math.max(MIN_APART_MS, this.#apartMs * FASTER);
    // A late step does not catch up: the process has other work.
    this.#nextMs = Math.max(this.#nextMs, nowMs - STEP_MS);
    for (const one of this.#waiting) {
      if (this.#nextMs > nowMs) break;
      this.#nextMs += this.#apartMs;
      one.answer();
    }
    if (this.#soonestMs <= nowMs) this.#answerOverdue(nowMs);
  }

  #answerOverdue(nowMs: number): void {
    this.#soonestMs = Number.POSITIVE_INFINITY;
    for (const one of this.#waiting) {
      if (one.latestMs <= nowMs) one.answer();
      else this.#soonestMs = Math.min(this.#soonestMs, one.latestMs);
    }
  }

  #arm(nowMs: number): void {
    if (this.#timer !== null) return;
    const meantMs = nowMs + STEP_MS;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      const atMs = performance.now();
      this.step(atMs, atMs - meantMs);
      if (this.#waiting.size > 0) this.#arm(atMs);
    }, STEP_MS);
  }
}
