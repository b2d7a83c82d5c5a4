import { setTimeout as sleep } from 'node:timers/promises';

/** One answer in this time, about 500 a second: what a hundred clients ask for would keep a core busy. */
const APART_MS = 2;
/** A consumer must notice soon that it may go on. */
const MAX_PAUSE_MS = 1000;
/** What a call must have left for its answer. */
const SPARE_MS = 1000;

/**
 * SDKs ask again 20 ms after a refused receive, one call per queue and client, without end. Answered at once, a hundred
 * clients would keep this process from everything else; so the more there are, the later they are answered.
 */
export class RefusalPace {
  #nextMs = 0;

  /** How long the next refusal waits for its answer. @param remainingMs until its deadline; null: it has none */
  takePauseMs(remainingMs: number | null, nowMs: number): number {
    const atMs = Math.min(Math.max(nowMs, this.#nextMs), nowMs + MAX_PAUSE_MS);
    this.#nextMs = atMs + APART_MS;
    return Math.max(0, Math.min(atMs - nowMs, (remainingMs ?? Number.POSITIVE_INFINITY) - SPARE_MS));
  }

  async wait(remainingMs: number | null, signal: AbortSignal): Promise<void> {
    const pauseMs = this.takePauseMs(remainingMs, performance.now());
    if (pauseMs < 1) return;
    // The client leaves, or the gateway stops: nobody waits for the answer.
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
