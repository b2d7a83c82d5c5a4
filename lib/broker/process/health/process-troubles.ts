import { type Reason } from '../../../model/language/t';

/** Sentences for people, each without its full stop; empty: every process of this node runs. */
export class ProcessTroubles {
  #current: readonly Reason[] = [];

  get current(): readonly Reason[] {
    return this.#current;
  }

  set(troubles: readonly Reason[]): void {
    this.#current = troubles;
  }
}
