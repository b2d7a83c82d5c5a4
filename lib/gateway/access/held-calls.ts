import type { AccessNeed } from '../../model/access/access-rule';
import type { Grant } from '../call';
import type { AccessGate } from './gate';

interface HeldCall {
  readonly grant: Grant;
  readonly needs: () => readonly AccessNeed[];
  readonly end: (refusal: unknown) => void;
}

/** Receives that wait and streams that stay open: they end when their key, or its permission, does. */
export class HeldCalls {
  readonly #gate: AccessGate;
  readonly #held = new Set<HeldCall>();

  constructor(gate: AccessGate) {
    this.#gate = gate;
  }

  /** @returns lets it go */
  hold(call: HeldCall): () => void {
    if (call.grant === null) return () => undefined;
    this.#held.add(call);
    return () => this.#held.delete(call);
  }

  endRefused(): void {
    for (const call of this.#held) {
      try {
        this.#gate.check(call.grant, call.needs());
      } catch (refusal) {
        this.#held.delete(call);
        call.end(refusal);
      }
    }
  }
}
