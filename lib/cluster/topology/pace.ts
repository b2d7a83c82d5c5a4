/** A broker that takes longer for a call has enough to do. */
const SLOW_MS = 200;
const STEP = 0.5;

export interface PaceLimits {
  /** Background calls a second. */
  readonly most: number;
  readonly least: number;
  /** After the broker said that it is busy, no background call is made. */
  readonly busyPauseMs: number;
  /** Calls under way, calls of pages among them. */
  readonly atOnce: number;
}

export const PACE: PaceLimits = { most: 20, least: 1, busyPauseMs: 5_000, atOnce: 16 };
/** Calls that read many messages: 60 a second of 32 each. */
const BULK_TIMES = 3;

/** Slowly up, quickly down: half as fast after a slow or refused call, a little faster after each good one. */
export function nextRate(
  rate: number,
  answer: { readonly tookMs: number; readonly isBusy: boolean },
  limits = PACE,
): number {
  if (answer.isBusy || answer.tookMs > SLOW_MS) return Math.max(limits.least, rate / 2);
  return Math.min(limits.most, rate + STEP / rate);
}

/** page: an operator waits for it. background: the broker's other work goes first. bulk: the same, of many messages. */
export type Lane = 'page' | 'background' | 'bulk';

/** One call after another, at a rate that follows how the broker answers. */
class Turns {
  rate: number;
  #nextMs = 0;

  constructor(private readonly limits: PaceLimits) {
    this.rate = limits.most;
  }

  note(answer: { readonly tookMs: number; readonly isBusy: boolean }): void {
    this.rate = nextRate(this.rate, answer, this.limits);
    if (answer.isBusy) this.#nextMs = Math.max(this.#nextMs, performance.now() + this.limits.busyPauseMs);
  }

  async next(): Promise<void> {
    const nowMs = performance.now();
    const atMs = Math.max(nowMs, this.#nextMs);
    this.#nextMs = atMs + 1_000 / this.rate;
    if (atMs > nowMs) await new Promise((resolve) => void setTimeout(resolve, atMs - nowMs));
  }
}

/** When the next call to one broker may leave. Heavy calls go one at a time. */
export class Pace {
  readonly #background: Turns;
  readonly #bulk: Turns;
  #underWay = 0;
  readonly #queue: (() => void)[] = [];
  #heavy: Promise<void> = Promise.resolve();

  constructor(private readonly limits: PaceLimits = PACE) {
    this.#background = new Turns(limits);
    this.#bulk = new Turns({ ...limits, most: limits.most * BULK_TIMES });
  }

  get rate(): number {
    return this.#background.rate;
  }

  async run<T>(lane: Lane, isHeavy: boolean, isBusy: (error: unknown) => boolean, call: () => Promise<T>): Promise<T> {
    if (!isHeavy) return this.#measured(lane, isBusy, call);
    const before = this.#heavy;
    const { promise, resolve } = withResolvers();
    this.#heavy = promise;
    try {
      await before;
      return await this.#measured(lane, isBusy, call);
    } finally {
      resolve();
    }
  }

  async #measured<T>(lane: Lane, isBusy: (error: unknown) => boolean, call: () => Promise<T>): Promise<T> {
    if (lane !== 'page') await (lane === 'bulk' ? this.#bulk : this.#background).next();
    await this.#room();
    const startedMs = performance.now();
    let refused = false;
    try {
      return await call();
    } catch (error) {
      refused = isBusy(error);
      throw error;
    } finally {
      const answer = { tookMs: performance.now() - startedMs, isBusy: refused };
      for (const turns of [this.#background, this.#bulk]) turns.note(answer);
      this.#underWay -= 1;
      this.#queue.shift()?.();
    }
  }

  async #room(): Promise<void> {
    if (this.#underWay >= this.limits.atOnce) await new Promise<void>((resolve) => void this.#queue.push(resolve));
    this.#underWay += 1;
  }
}

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let done: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    done = resolve;
  });
  return { promise, resolve: () => done() };
}
