interface Kept {
  readonly value: Promise<unknown>;
  readonly madeMs: number;
}

const MOST_KEPT = 2_000;

/**
 * One read for all who ask for the same within a moment, whatever their language: reasons in it are messages. A read
 * that failed is not kept.
 */
export class Shared {
  readonly #kept = new Map<string, Kept>();

  async read<T>(key: string, maxAgeMs: number, read: () => Promise<T>): Promise<T> {
    const nowMs = performance.now();
    const kept = this.#kept.get(key);
    if (kept !== undefined && nowMs - kept.madeMs < maxAgeMs) return kept.value as Promise<T>;
    const value = read();
    const made = { value, madeMs: nowMs };
    this.#kept.delete(key);
    this.#kept.set(key, made);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    value.catch(() => {
      if (this.#kept.get(key) === made) this.#kept.delete(key);
    });
    return value;
  }

  /** Read again by who asks next, unless it was read within this time. */
  forgetOlder(key: string, ageMs: number): void {
    const kept = this.#kept.get(key);
    if (kept !== undefined && performance.now() - kept.madeMs >= ageMs) this.#kept.delete(key);
  }

  forget(key: string): void {
    this.#kept.delete(key);
  }
}
