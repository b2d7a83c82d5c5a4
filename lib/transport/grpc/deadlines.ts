const STEP_MS = 50;
/** The longest time that a deadline is kept for, that of a 32-bit timer: 24.8 days. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;
const UNIT_MS: Readonly<Record<string, number>> = { H: 3_600_000, M: 60_000, S: 1_000, m: 1, u: 0.001, n: 0.000_001 };

/**
 * Of the grpc-timeout header; null: no deadline. The Java client opens its telemetry stream with one of 292 years: a
 * deadline that no timer can hold is none. @throws RangeError when it is no time
 */
export function timeoutMsOf(header: string): number | null {
  if (header === '') return null;
  const [, amount, unit = ''] = /^(\d{1,8})([HMSmun])$/.exec(header) ?? [];
  if (amount === undefined) throw new RangeError(`Invalid grpc-timeout value "${header}"`);
  const timeoutMs = Number(amount) * (UNIT_MS[unit] ?? 0);
  return timeoutMs > MAX_TIMEOUT_MS ? null : timeoutMs;
}

/** What may be given up when its time is over. */
export interface Timed {
  expire(): void;
}

/**
 * One timer for the deadlines of all calls: most of them end within milliseconds, and should cost no timer each. Up to
 * 50 ms late. On the monotonic clock: the wall clock may jump while a call is held.
 */
export class Deadlines {
  readonly #steps = new Map<number, Set<Timed>>();
  #timer: NodeJS.Timeout | null = null;

  add(call: Timed, deadlineMs: number): void {
    const step = stepOf(deadlineMs);
    const calls = this.#steps.get(step);
    if (calls === undefined) this.#steps.set(step, new Set([call]));
    else calls.add(call);
    if (this.#timer !== null) return;
    this.#timer = setInterval(() => this.expireUntil(performance.now()), STEP_MS).unref();
  }

  remove(call: Timed, deadlineMs: number): void {
    const step = stepOf(deadlineMs);
    const calls = this.#steps.get(step);
    if (calls === undefined || !calls.delete(call) || calls.size > 0) return;
    this.#steps.delete(step);
  }

  expireUntil(nowMs: number): void {
    const now = Math.floor(nowMs / STEP_MS);
    const due = [...this.#steps.keys()].filter((step) => step <= now);
    for (const step of due) {
      const calls = this.#steps.get(step) ?? [];
      this.#steps.delete(step);
      for (const call of calls) call.expire();
    }
    if (this.#steps.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

function stepOf(ms: number): number {
  return Math.ceil(ms / STEP_MS);
}
