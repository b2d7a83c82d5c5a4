/**
 * Of many callers that want the same, one reads for all; and no caller gets what was read before its call: a call
 * that comes while a read is under way shares the read that begins when this one ends. All of them get its error.
 */
export class FreshReads<Value> {
  readonly #reads = new Map<string, { readonly running: Promise<unknown>; next: Promise<Value> | null }>();

  run(key: string, read: () => Promise<Value>): Promise<Value> {
    const busy = this.#reads.get(key);
    if (busy === undefined) return this.#start(key, read);
    busy.next ??= busy.running.then(
      () => this.#start(key, read),
      () => this.#start(key, read),
    );
    return busy.next;
  }

  #start(key: string, read: () => Promise<Value>): Promise<Value> {
    const running = read();
    const entry = { running, next: null };
    this.#reads.set(key, entry);
    const forget = (): void => {
      if (this.#reads.get(key) === entry && entry.next === null) this.#reads.delete(key);
    };
    running.then(forget, forget);
    return running;
  }
}
