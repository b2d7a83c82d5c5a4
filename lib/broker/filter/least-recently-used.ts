/** A bounded cache: the entry that was unused for the longest is dropped first. */
export class LeastRecentlyUsed<Value> {
  readonly #maxChars: number;
  readonly #entries = new Map<string, Value>();
  #chars = 0;

  /** @param maxChars of all keys together: what is kept under a key grows with it */
  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    // A Map keeps the order of insertion: put it at the end.
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  delete(key: string): void {
    this.#delete(key);
  }

  set(key: string, value: Value): void {
    this.#delete(key);
    this.#entries.set(key, value);
    this.#chars += key.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#chars <= this.#maxChars || oldest === key) break;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    if (this.#entries.delete(key)) this.#chars -= key.length;
  }
}
