type Wake = () => void;

/**
 * "Look again" hints between the verbs of this process and its held receives. A lost hint costs latency, never a
 * message: every held receive also polls.
 */
export class Wakeups {
  readonly #topics = new Map<number, Set<Wake>>();
  readonly #groups = new Map<number, Set<Wake>>();
  #relay: ((topicIds: readonly number[], groupIds: readonly number[]) => void) | null = null;

  /** New messages of a topic. */
  topic(topicId: number): void {
    this.#relay?.([topicId], []);
    this.topicHere(topicId);
  }

  /** Something of a group became deliverable: a retry, a freed message group. */
  group(groupId: number): void {
    this.#relay?.([], [groupId]);
    this.groupHere(groupId);
  }

  topicHere(topicId: number): void {
    for (const wake of this.#topics.get(topicId) ?? []) wake();
  }

  groupHere(groupId: number): void {
    for (const wake of this.#groups.get(groupId) ?? []) wake();
  }

  /** Notifies other processes on the same database; set by the owner of the channel. */
  relayTo(relay: (topicIds: readonly number[], groupIds: readonly number[]) => void): void {
    this.#relay = relay;
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
