/** A predecessor of unknown state: what is behind it may be committed or delivered again. */
const EITHER = '';

/**
 * What an ordered group owes a consumer that acknowledges out of order, seen from outside: from what was sent,
 * delivered, acknowledged and found dead. Knows nothing of how the broker keeps it.
 */
export class EarlyAcks {
  /** Delivered, and neither acknowledged for good nor known to be dead; by key, in the order of sending. */
  readonly #unfinished = new Map<string, Set<string>>();
  readonly #early = new Map<string, { readonly attempt: number; lowestLimit: number; readonly behind: Set<string> }>();
  /** Their predecessor came again, so they must, too. */
  readonly #owed = new Set<string>();
  readonly #keyOf = new Map<string, string>();
  #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  limit(maxRetries: number): void {
    this.#limit = maxRetries;
    for (const ack of this.#early.values()) ack.lowestLimit = Math.min(ack.lowestLimit, maxRetries);
  }

  delivered(key: string, messageId: string): void {
    this.#keyOf.set(messageId, key);
    const unfinished = this.#unfinished.get(key) ?? new Set();
    this.#unfinished.set(key, unfinished.add(messageId));
    this.#owed.delete(messageId);
    this.#early.delete(messageId);
    for (const [other, { attempt, lowestLimit, behind }] of this.#early) {
      if (!behind.has(messageId)) continue;
      if (attempt <= lowestLimit) this.#owed.add(other);
      // With its deliveries used up the acknowledgement counts. Limits come and go: either will do.
      else behind.add(EITHER);
    }
  }

  /** @returns what is committed now */
  acked(messageId: string, attempt: number, before: (other: string) => boolean): string[] {
    const behind = [...this.#peers(messageId)].filter((other) => before(other) && !this.#early.has(other));
    if (behind.length === 0) return this.#finished(messageId);
    this.#early.set(messageId, { attempt, lowestLimit: this.#limit, behind: new Set(behind) });
    return [];
  }

  /** @returns what is committed by it: the acknowledgements that waited for this one */
  dead(messageId: string, hadFailedBefore: boolean): string[] {
    if (!this.#peers(messageId).has(messageId)) return [];
    // One that waited for its next try failed before it died: what is behind it comes again, or its ack counted
    // already.
    if (hadFailedBefore)
      for (const { behind } of this.#early.values()) if (behind.delete(messageId)) behind.add(EITHER);
    return this.#finished(messageId).filter((other) => other !== messageId);
  }

  /** Acknowledged, and nothing came of it that could be seen. */
  get open(): string[] {
    return [...this.#early.keys()];
  }

  get owed(): string[] {
    return [...this.#owed];
  }

  #finished(messageId: string): string[] {
    this.#peers(messageId).delete(messageId);
    this.#early.delete(messageId);
    this.#owed.delete(messageId);
    const done = [messageId];
    for (const [other, { behind }] of this.#early) {
      if (behind.delete(messageId) && behind.size === 0 && !this.#owed.has(other)) done.push(...this.#finished(other));
    }
    return done;
  }

  #peers(messageId: string): Set<string> {
    return this.#unfinished.get(this.#keyOf.get(messageId) ?? '') ?? new Set();
  }
}
