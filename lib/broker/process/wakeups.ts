type Wake = () => void;

/** The way to the other processes on the same database. */
export interface WakeRelay {
  readonly wake: (topicIds: readonly number[], groupIds: readonly number[]) => void;
  /** Tells them that this process serves clients from now on. */
  readonly join: () => void;
  /** For how long no hint has gone through; null: they do. */
  readonly downForMs?: () => number | null;
}

/**
 * "Look again" hints between the verbs of this process and its held receives. A lost hint costs latency, never a
 * message: every held receive also polls.
 */
export class Wakeups {
  readonly #topics = new Map<number, Set<Wake>>();
  readonly #groups = new Map<number, Set<Wake>>();
  #relay: WakeRelay | null = null;
  #isAlone = false;

  /** New messages of a topic. @param but has them already */
  topic(topicId: number, but: Wake | null = null): void {
    if (!this.#isAlone) this.#relay?.wake([topicId], []);
    this.topicHere(topicId, but);
  }

  /** Something of a group became deliverable: a retry, a freed message group. */
  group(groupId: number): void {
    if (!this.#isAlone) this.#relay?.wake([], [groupId]);
    this.groupHere(groupId);
  }

  topicHere(topicId: number, but: Wake | null = null): void {
    for (const wake of this.#topics.get(topicId) ?? []) if (wake !== but) wake();
  }

  groupHere(groupId: number): void {
    for (const wake of this.#groups.get(groupId) ?? []) wake();
  }

  /** Set by the owner of the channel. */
  relayTo(relay: WakeRelay): void {
    this.#relay = relay;
  }

  /**
   * True: no other process serves clients, so none needs to know: each message would cost the database a
   * transaction more. It is known by heartbeats; one that starts says so itself (`join`).
   */
  setAlone(isAlone: boolean): void {
    this.#isAlone = isAlone;
  }

  /** Hints of other processes do not arrive. */
  get areLost(): boolean {
    return (this.#relay?.downForMs?.() ?? null) !== null;
  }

  join(): void {
    this.#relay?.join();
  }

  subscribe(topicId: number, groupId: number, wake: Wake): () => void {
    const topicWakes = this.#topics.get(topicId) ?? new Set();
    const groupWakes = this.#groups.get(groupId) ?? new Set();
    this.#topics.set(topicId, topicWakes.add(wake));
    this.#groups.set(groupId, groupWakes.add(wake));
    return () => {
      topicWakes.delete(wake);
      groupWakes.delete(wake);
      if (topicWakes.size === 0) this.#topics.delete(topicId);
      if (groupWakes.size === 0) this.#groups.delete(groupId);
    };
  }
}
