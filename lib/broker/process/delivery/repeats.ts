import type { ReceiveRequest } from './receivers';

const MAX_REMEMBERED = 50_000;
/**
 * A client that repeats a failed receive waits before: a second in the official clients. One that got an answer asks
 * again at once.
 */
const PAUSE_MS = 500;

export type Suspicion = 'none' | 'possible' | 'likely';

/**
 * Which receives may repeat one whose reply was lost, so that the others need not ask the database. A client receives
 * in loops, one call after the other; a call that no other one of its loop came right before here may have been tried
 * at another process, which was killed or cut off before its reply arrived.
 */
export class Repeats {
  /** When a receive of the loop came or ended here last. */
  readonly #lastMs = new Map<string, number>();
  readonly #answered = new Set<string>();

  /**
   * A receive came: whether the database must be asked what an earlier try of it holds. `likely`: the loop is new here,
   * or this attempt was answered before.
   */
  suspect(groupId: number, topicId: number, request: ReceiveRequest, nowMs = performance.now()): Suspicion {
    const { clientId, attemptId } = request;
    if (attemptId === null) return 'none';
    const loop = loopOf(groupId, topicId, request);
    const lastMs = this.#lastMs.get(loop);
    this.#note(loop, nowMs);
    if (lastMs === undefined || this.#answered.has(`${groupId} ${clientId} ${attemptId}`)) return 'likely';
    return nowMs - lastMs >= PAUSE_MS ? 'possible' : 'none';
  }

  /** It ended; `answered`: with messages, so that a repeat of the attempt id means that they did not arrive. */
  ended(groupId: number, topicId: number, request: ReceiveRequest, answered: boolean, nowMs = performance.now()): void {
    const { clientId, attemptId } = request;
    if (attemptId === null) return;
    this.#note(loopOf(groupId, topicId, request), nowMs);
    if (!answered) return;
    this.#answered.add(`${groupId} ${clientId} ${attemptId}`);
    dropOldest(this.#answered);
  }

  #note(loop: string, nowMs: number): void {
    // The oldest go first.
    this.#lastMs.delete(loop);
    this.#lastMs.set(loop, nowMs);
    dropOldest(this.#lastMs);
  }
}

function loopOf(groupId: number, topicId: number, { clientId, queueNo }: ReceiveRequest): string {
  return `${groupId} ${topicId} ${clientId} ${queueNo}`;
}

function dropOldest(kept: Set<string> | Map<string, number>): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_REMEMBERED) break;
    kept.delete(oldest);
  }
}
