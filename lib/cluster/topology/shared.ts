import { LANGUAGES, PSEUDO } from '../../model/language/languages';
import { speech } from '../../model/language/speech';

interface Kept {
  readonly value: Promise<unknown>;
  readonly madeMs: number;
}

const MOST_KEPT = 2_000;

/**
 * One read for all who ask for the same within a moment, in one language: reasons in it are said in that of who asked. A
 * read that failed is not kept.
 */
export class Shared {
  readonly #kept = new Map<string, Kept>();

  async read<T>(name: string, maxAgeMs: number, read: () => Promise<T>): Promise<T> {
    const key = keyOf(name, speech().language);
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
  forgetOlder(name: string, ageMs: number): void {
    const nowMs = performance.now();
    for (const key of keysOf(name)) {
      const kept = this.#kept.get(key);
      if (kept !== undefined && nowMs - kept.madeMs >= ageMs) this.#kept.delete(key);
    }
  }

  forget(name: string): void {
    for (const key of keysOf(name)) this.#kept.delete(key);
  }
}

const SPOKEN = [...LANGUAGES, PSEUDO];
const keyOf = (name: string, language: string): string => `${language} ${name}`;
const keysOf = (name: string): readonly string[] => SPOKEN.map((language) => keyOf(name, language));
