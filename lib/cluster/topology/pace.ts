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
  /** Reads of all lanes in any second. */
  readonly inASecond: number;
}

export const PACE: PaceLimits = { most: 20, least: 1, busyPauseMs: 5_000, atOnce: 16, inASecond: 150 };
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

/** No more than a number of calls in any second, in all lanes together. */
class EachSecond {
  /** When the newest calls may leave, oldest first. */
  readonly #leaveMs: number[] = [];

  constructor(private readonly most: number) {}

  async next(): Promise<void> {
    const nowMs = performance.now();
    const before = this.#leaveMs.length < this.most ? undefined : this.#leaveMs.shift();
    const atMs = before === undefined ? nowMs : Math.max(nowMs, before + 1_000);
    this.#leaveMs.push(atMs);
    if (atMs > nowMs) await new Promise((resolve) => void setTimeout(resolve, atMs - nowMs));
  }
}

export interface PacedCall {
  readonly lane: Lane;
  /** Writes are not counted: a re-drive sends at the rate of its run, and a change is one call. */
  readonly kind: 'read' | 'write';
  /** One at a time. */
  readonly isHeavy: boolean;
}

/** When the next call to one broker may leave. */
export class Pace {
  readonly #background: Turns;
  readonly #bulk: Turns;
  readonly #second: EachSecond;
  #underWay = 0;
  readonly #queue: (() => void)[] = [];
  #heavy: Promise<void> = Promise.resolve();

  constructor(private readonly limits: PaceLimits = PACE) {
    this.#background = new Turns(limits);
    this.#bulk = new Turns({ ...limits, most: limits.most * BULK_TIMES });
    this.#second = new EachSecond(limits.inASecond);
  }

  get rate(): number {
    return this.#background.rate;
  }

  /** @param isBusy whether it failed because the broker has too much to do */
  async run<T>(asked: PacedCall, isBusy: (error: unknown) => boolean, call: () => Promise<T>): Promise<T> {
    if (!asked.isHeavy) return this.#measured(asked, isBusy, call);
    const before = this.#heavy;
    const { promise, resolve } = withResolvers();
    this.#heavy = promise;
    try {
      await before;
      return await this.#measured(asked, isBusy, call);
    } finally {
      resolve();
    }
  }

  async #measured<T>(
    { lane, kind }: PacedCall,
    isBusy: (error: unknown) => boolean,
    call: () => Promise<T>,
  ): Promise<T> {
    if (lane !== 'page') await (lane === 'bulk' ? this.#bulk : this.#background).next();
    if (kind === 'read') await this.#second.next();
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
