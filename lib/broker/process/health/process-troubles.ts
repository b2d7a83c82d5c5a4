/** Sentences for people, each without its full stop; empty: every process of this node runs. */
export class ProcessTroubles {
  #current: readonly string[] = [];

  get current(): readonly string[] {
    return this.#current;
  }

  set(troubles: readonly string[]): void {
    this.#current = troubles;
  }
}
