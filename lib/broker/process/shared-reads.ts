/** Of many callers that want the same at the same time, one reads and all get its answer, or its error. */
export class SharedReads<Key, Value> {
  readonly #running = new Map<Key, Promise<Value>>();

  run(key: Key, read: () => Promise<Value>): Promise<Value> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const reading = read().finally(() => this.#running.delete(key));
    this.#running.set(key, reading);
    return reading;
  }
}
