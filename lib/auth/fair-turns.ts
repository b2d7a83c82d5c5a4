import { told } from '../model/language/t';
import { BrokerError } from '../model/errors';

/** The waiting calls: turns go round between lanes, and alternate between known browsers and strangers. */
export interface Lane {
  readonly name: string;
  /** The browser has shown a token that only this console issues. Any number of strangers cannot take its place. */
  readonly known: boolean;
}

interface FairTurnsOptions {
  readonly parallel: number;
  /** Of one lane. */
  readonly maxWaitingOfLane: number;
  /** Of all lanes together; alternately of known browsers and of strangers. */
  readonly maxWaiting: number;
}

interface Waiter {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/** Bounded work, shared fairly: a full lane refuses its own callers, and a full queue refuses the longest lane. */
export class FairTurns {
  #running = 0;
  #knownNext = true;
  readonly #houses = { known: new Map<string, Waiter[]>(), strangers: new Map<string, Waiter[]>() };

  constructor(private readonly options: FairTurnsOptions) {}

  async run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    await this.#enter(lane);
    try {
      return await work();
    } finally {
      const next = this.#next();
      // the turn is handed on as it is, so `running` stays what it was
      if (next === undefined) this.#running -= 1;
      else next.start();
    }
  }

  async #enter({ name, known }: Lane): Promise<void> {
    if (this.#running < this.options.parallel) {
      this.#running += 1;
      return;
    }
    const house = known ? this.#houses.known : this.#houses.strangers;
    const lane = house.get(name) ?? [];
    if (lane.length >= this.options.maxWaitingOfLane) throw tooMany();
    this.#makeRoom(house, lane.length);
    await new Promise<void>((resolve, reject) => {
      lane.push({ start: resolve, refuse: reject });
      house.set(name, lane);
    });
  }

  /** Refuses the last of the longest lane, unless the newcomer's own is as long. */
  #makeRoom(house: Map<string, Waiter[]>, ownLength: number): void {
    const lanes = [...house.entries()];
    if (lanes.reduce((sum, [, lane]) => sum + lane.length, 0) < this.options.maxWaiting) return;
    const [name, longest] = lanes.reduce((a, b) => (b[1].length > a[1].length ? b : a));
    if (longest.length <= ownLength + 1) throw tooMany();
    longest.pop()?.refuse(tooMany());
    if (longest.length === 0) house.delete(name);
  }

  #next(): Waiter | undefined {
    const { known, strangers } = this.#houses;
    const [first, second] = this.#knownNext ? [known, strangers] : [strangers, known];
    this.#knownNext = !this.#knownNext;
    return takeFrom(first) ?? takeFrom(second);
  }
}

/** The first of the lane whose turn it is; the lane goes to the end. */
function takeFrom(house: Map<string, Waiter[]>): Waiter | undefined {
  const [entry] = house;
  if (entry === undefined) return undefined;
  const [name, lane] = entry;
  const waiter = lane.shift();
  house.delete(name);
  if (lane.length > 0) house.set(name, lane);
  return waiter;
}

function tooMany(): BrokerError {
  return new BrokerError('too-many-requests', told('Too many people are signing in right now. Try again in a minute.'));
}
