import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

const hurried = new AsyncLocalStorage<true>();

/**
 * A person waits for a page: what `run` reads begins after a quarter of the time that the last one took, and not evenly spaced.
 * There is still one reading per key at a time, so a hundred people who open a page cost two.
 */
export function withoutPause<T>(run: () => Promise<T>): Promise<T> {
  return hurried.run(true, run);
}

interface Slot<T> {
  /** When the next one would begin if all were evenly spaced. */
  dueMs: number;
  /** Asked for and not begun. */
  waiting: Promise<T> | null;
  running: Promise<T> | null;
  /** None begins before: pages that are opened all the time must not keep the database busy all the time. */
  restUntilMs: number;
  /** Ends the pause before the waiting one. */
  hurry: AbortController;
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
 * `spacingMs`, except for those of `withoutPause`. No caller gets a reading that began before its call, so a change
 * made just before is in it.
 */
export class SharedReadings<Key, T> {
  readonly #slots = new Map<Key, Slot<T>>();
  readonly #spacingMs: number;

  constructor(spacingMs: number) {
    this.#spacingMs = spacingMs;
  }

  get(key: Key, read: () => Promise<T>): Promise<T> {
    const slot = this.#slots.get(key) ?? {
      ...{ dueMs: 0, restUntilMs: 0, waiting: null, running: null },
      hurry: new AbortController(),
    };
    this.#slots.set(key, slot);
    slot.waiting ??= this.#readNext(slot, read);
    if (hurried.getStore() === true) slot.hurry.abort();
    return slot.waiting;
  }

  async #readNext(slot: Slot<T>, read: () => Promise<T>): Promise<T> {
    await slot.running?.catch(() => undefined);
    const pauseMs = slot.dueMs - (BURST - 1) * this.#spacingMs - performance.now();
    if (pauseMs > 0) await sleep(pauseMs, undefined, slot.hurry).catch(() => undefined);
    const restMs = slot.restUntilMs - performance.now();
    if (restMs > 0) await sleep(restMs);
    const now = performance.now();
    // Readings without a pause make the next one wait for one spacing, however many they were.
    slot.dueMs = Math.min(Math.max(slot.dueMs, now), now + (BURST - 1) * this.#spacingMs) + this.#spacingMs;
    slot.hurry = new AbortController();
    slot.waiting = null;
    slot.running = read();
    try {
      return await slot.running;
    } finally {
      slot.running = null;
      const endMs = performance.now();
      slot.restUntilMs = endMs + Math.min((endMs - now) / 4, this.#spacingMs);
      if (this.#slots.size > MOST_KEPT) this.#forget();
    }
  }

  #forget(): void {
    for (const [key, { waiting, running }] of this.#slots)
      if (waiting === null && running === null) this.#slots.delete(key);
  }
}
