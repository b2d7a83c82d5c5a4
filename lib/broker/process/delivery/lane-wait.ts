import { MAX_REST_MS } from './lane-sweep';
import type { ReceiveLaneParts } from './receive-lane-parts';

/** A lane that is woken again within this time does not ask when something is due: the next claim sees it. */
const LULL_MS = 10;
const BLOCKED_POLL_MS = 250;
/** Before it is known when something is due: a retry beside a stream of new messages waits no longer. */
const DRAINED_MS = 100;
/** A lane that waits trusts the sweep for so long: it has answered by then. */
const SWEPT_MS = MAX_REST_MS * 1.5;
/** Timers take no longer time. */
const MAX_TIMER_MS = 3_600_000;

type WaitParts = Pick<ReceiveLaneParts, 'allowance' | 'nextDueMs' | 'joinSweep'>;

/** When a lane that nothing wakes looks again: at the time when something is due, or when the sweep finds something. */
export class LaneWait {
  readonly #parts: WaitParts;
  readonly #look: () => void;
  readonly #fail: (error: unknown) => void;
  #timer: NodeJS.Timeout | null = null;
  #untilMs = 0;
  #leaveSweep: (() => void) | null = null;
  #claimedAtMs = 0;
  /** Until then nothing is to be had that the lane is not woken for. */
  drainedUntilMs = 0;

  constructor(parts: WaitParts, look: () => void, fail: (error: unknown) => void) {
    this.#parts = parts;
    this.#look = look;
    this.#fail = fail;
  }

  /** Nothing wakes the lane for a moment: then it is asked when something is due. */
  begin(): void {
    this.#timer ??= setTimeout(() => void this.#askWhenDue(), LULL_MS);
  }

  woken(): void {
    if (this.#leaveSweep !== null) this.#stop();
    this.drainedUntilMs = 0;
  }

  claiming(): void {
    this.#stop();
    this.#claimedAtMs = performance.now();
  }

  foundNothing(): void {
    this.drainedUntilMs = performance.now() + DRAINED_MS;
  }

  /** No client waits. The sweep goes on for the lane: a client that polls again at once costs no statement. */
  rest(): void {
    if (this.#leaveSweep === null) this.#stop();
  }

  end(): void {
    this.#stop();
    this.drainedUntilMs = 0;
  }

  async #askWhenDue(): Promise<void> {
    const lull = this.#timer;
    try {
      const dueMs = this.#parts.allowance() < 1 ? 0 : ((await this.#parts.nextDueMs()) ?? Number.POSITIVE_INFINITY);
      if (this.#timer !== lull) return;
      if (dueMs > 0) this.#leaveSweep = this.#parts.joinSweep((inMs) => this.#swept(inMs));
      this.#lookIn(dueMs > 0 ? Math.ceil(dueMs) : this.#blockedMsFor(dueMs));
    } catch (error) {
      if (this.#timer !== lull) return;
      this.#timer = null;
      this.#fail(error);
    }
  }

  #swept(dueMs: number): void {
    this.#lookIn(Math.ceil(Math.min(dueMs, Math.max(0, this.#untilMs - performance.now()))));
  }

  #lookIn(waitMs: number): void {
    const nowMs = performance.now();
    clearTimeout(this.#timer ?? undefined);
    this.#untilMs = nowMs + waitMs;
    this.drainedUntilMs = nowMs + Math.min(waitMs, SWEPT_MS);
    const look = (): void => {
      this.#timer = null;
      this.#look();
    };
    this.#timer = setTimeout(look, Math.min(waitMs, MAX_TIMER_MS));
  }

  /**
   * Due since the last claim: the next one finds it. Due before it: it is blocked (an ordered head in flight, a limit),
   * or another process has it.
   */
  #blockedMsFor(dueMs: number): number {
    return dueMs < 0 && performance.now() - this.#claimedAtMs > -dueMs ? 0 : BLOCKED_POLL_MS;
  }

  #stop(): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    this.#leaveSweep?.();
    this.#leaveSweep = null;
  }
}
