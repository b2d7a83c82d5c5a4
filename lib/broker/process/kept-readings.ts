/** As old as a sample of the history may be. */
const KEPT_MS = 10_000;
/** What counted fewer is read anew for each caller: a change made just before is in it. */
export const MANY = 10_000;
const MOST_KEPT = 200;

/**
 * Readings that count each of very many rows. One that counted 10,000 or more is given to all who ask within 10 s, so it
 * must say of when it is. What members of a team see has an owner of its own.
 */
export class KeptReadings<Owner extends object, T> {
  readonly #owners = new WeakMap<Owner, Map<string, { readonly value: T; readonly untilMs: number }>>();
  readonly #counted: (value: T) => number;

  constructor(counted: (value: T) => number) {
    this.#counted = counted;
  }

  /** @param stands false: what was kept is known to be wrong by now, and it is read anew */
  async get(owner: Owner, key: string, read: () => Promise<T>, stands: (value: T) => boolean = () => true): Promise<T> {
    const kept = this.#owners.get(owner) ?? new Map<string, { readonly value: T; readonly untilMs: number }>();
    this.#owners.set(owner, kept);
    const known = kept.get(key);
    if (known !== undefined && performance.now() < known.untilMs && stands(known.value)) return known.value;
    kept.delete(key);
    const value = await read();
    if (this.#counted(value) < MANY) return value;
    kept.set(key, { value, untilMs: performance.now() + KEPT_MS });
    if (kept.size > MOST_KEPT) for (const oldest of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(oldest);
    return value;
  }
}
