import { setTimeout as sleep } from 'node:timers/promises';

interface Slot<T> {
  /** When the next one would begin if all were evenly spaced. */
  dueMs: number;
  /** Asked for and not begun. */
  waiting: Promise<T> | null;
  running: Promise<T> | null;
}

const MOST_KEPT = 500;
/** After a quiet time so many begin without a pause: a page, what it reads again when it opens, and the next page. */
const BURST = 4;

/**
 * The same for each of these: what members of a team see is read on connections of its own, and never shared with
 * others.
 */
export class ReadingsOfEach<Owner extends object, Key, T> {
  readonly #owners = new WeakMap<Owner, SharedReadings<Key, T>>();
  readonly #spacingMs: number;

  constructor(spacingMs: number) {
    this.#spacingMs = spacingMs;
  }

  get(owner: Owner, key: Key, read: () => Promise<T>): Promise<T> {
    const readings = this.#owners.get(owner) ?? new SharedReadings<Key, T>(this.#spacingMs);
    this.#owners.set(owner, readings);
    return readings.get(key, read);
  }
}

/**
 * Concurrent reads of many viewers are done once: at most one reading per key at a time, and over time one in
 * `spacingMs`. No caller gets a reading that began before its call, so a change made just before is in it.
 */
export class SharedReadings<Key, T> {
  readonly #slots = new Map<Key, Slot<T>>();
  readonly #spacingMs: number;

  constructor(spacingMs: number) {
    this.#spacingMs = spacingMs;
  }

  get(key: Key, read: () => Promise<T>): Promise<T> {
    const slot = this.#slots.get(key) ?? { dueMs: 0, waiting: null, running: null };
    this.#slots.set(key, slot);
    slot.waiting ??= this.#readNext(slot, read);
    return slot.waiting;
  }

  async #readNext(slot: Slot<T>, read: () => Promise<T>): Promise<T> {
    await slot.running?.catch(() => undefined);
    const pauseMs = slot.dueMs - (BURST - 1) * this.#spacingMs - performance.now();
    if (pauseMs > 0) await sleep(pauseMs);
    slot.dueMs = Math.max(slot.dueMs, performance.now()) + this.#spacingMs;
    slot.waiting = null;
    slot.running = read();
    try {
      return await slot.running;
    } finally {
      slot.running = null;
      if (this.#slots.size > MOST_KEPT) this.#forget();
    }
  }

  #forget(): void {
    for (const [key, { waiting, running }] of this.#slots)
      if (waiting === null && running === null) this.#slots.delete(key);
  }
}
