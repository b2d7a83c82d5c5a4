import type { LaneKey, ReadyLane } from '../../../store/queries/delivery/lanes-ready';

type LaneQuestion = (lanes: readonly LaneKey[]) => Promise<readonly ReadyLane[]>;

export interface SweptLane extends LaneKey {
  /** Milliseconds until a claim may find something; 0 or less: now; infinite: nothing is known of. */
  readonly found: (dueMs: number) => void;
}

/** A lane that has just begun to wait is checked within this time. */
const TICK_MS = 1000;
/** A lane that waits on is checked less often the more lanes there are, so that all sweeps together cost little. */
const REST_PER_WORK = 30;
const MIN_REST_MS = 0.8 * TICK_MS;
export const MAX_REST_MS = 10_000;
const LANES_PER_STATEMENT = 500;

/**
 * The safety net below the hints: while lanes wait, one statement a second checks all that are due for a check. A lane
 * for which it finds something claims by itself. A lost hint costs at most the time between two checks: 1 s for
 * few lanes, and at most MAX_REST_MS for thousands. While the hints of other processes are known not to arrive, each
 * lane is checked each time.
 */
export class LaneSweep {
  readonly #ask: LaneQuestion;
  readonly #hintsAreLost: () => boolean;
  /** When each is checked next. */
  readonly #lanes = new Map<SweptLane, number>();
  #timer: NodeJS.Timeout | null = null;
  #sweeping = false;

  constructor(ask: LaneQuestion, hintsAreLost: () => boolean) {
    this.#ask = ask;
    this.#hintsAreLost = hintsAreLost;
  }

  /** @returns how to leave */
  join(lane: SweptLane): () => void {
    this.#lanes.set(lane, 0);
    this.#tickLater();
    return () => void this.#lanes.delete(lane);
  }

  #tickLater(): void {
    if (this.#sweeping || this.#lanes.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      if (this.#lanes.size > 0) void this.#sweep();
    }, TICK_MS).unref();
  }

  async #sweep(): Promise<void> {
    this.#sweeping = true;
    const startedAtMs = performance.now();
    const all = this.#hintsAreLost();
    const lanes = [...this.#lanes].filter(([, atMs]) => all || atMs <= startedAtMs).map(([lane]) => lane);
    try {
      for (let from = 0; from < lanes.length; from += LANES_PER_STATEMENT)
        await this.#look(lanes.slice(from, from + LANES_PER_STATEMENT));
    } finally {
      this.#sweeping = false;
      this.#tickLater();
    }
  }

  async #look(lanes: readonly SweptLane[]): Promise<void> {
    const startedAtMs = performance.now();
    const dueMs = new Map<number, number>();
    try {
      for (const { lane, dueInMs } of await this.#ask(lanes)) dueMs.set(lane, dueInMs);
    } catch {
      // Each lane looks for itself, and refuses its receives if that fails too.
      lanes.forEach((_, index) => dueMs.set(index + 1, 0));
    }
    const endedAtMs = performance.now();
    const workMs = ((endedAtMs - startedAtMs) / lanes.length) * this.#lanes.size;
    const restMs = Math.min(MAX_REST_MS, Math.max(MIN_REST_MS, workMs * REST_PER_WORK));
    lanes.forEach((lane, index) => {
      // It has left meanwhile: it knows better.
      if (!this.#lanes.has(lane)) return;
      this.#lanes.set(lane, endedAtMs + restMs);
      lane.found(dueMs.get(index + 1) ?? Number.POSITIVE_INFINITY);
    });
  }
}
