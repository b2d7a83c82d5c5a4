import { deadLetterGroupOf } from '../../../model/classic-names';
import { checkDeadLetterTopicName, checkTopicName } from '../../../model/names';
import { topicNotFound } from '../../../model/not-found';
import type { Topic } from '../../../model/topic/topic';
import { topicFind, topicNameOfQueue } from '../../../store/queries/topic/topic-find';
import type { Queryable } from '../../../store/queryable';
import { SharedReads } from '../shared-reads';

/** A topic's type never changes; it is read again to notice new queues, and that it was deleted or created again. */
const FRESH_MS = 1000;
const MAX_QUEUES = 10_000;

/** Makes the dead-letter topic of a group; false: no such group. */
type OpenDeadLetters = (group: string) => Promise<boolean>;

export class TopicDirectory {
  readonly #db: Queryable;
  readonly #openDeadLetters: OpenDeadLetters;
  readonly #queues = new Map<number, string>();
  readonly #topics = new Map<string, { readonly topic: Topic; readonly beganAt: number; readAt: number }>();
  #changeSeenAt = Number.NEGATIVE_INFINITY;
  readonly #reads = new SharedReads<string, Topic>();

  constructor(db: Queryable, openDeadLetters: OpenDeadLetters) {
    this.#db = db;
    this.#openDeadLetters = openDeadLetters;
  }

  /**
   * A group's dead-letter topic is made when it is first asked for.
   * @throws BrokerError illegal-topic, topic-not-found
   */
  async find(name: string): Promise<Topic> {
    const cached = this.#topics.get(name);
    if (cached === undefined) return await this.#refresh(name);
    if (performance.now() - cached.readAt < FRESH_MS) return cached.topic;
    // A thousand receives at once are one read. A topic that is not known is read for each: it may be new.
    return await this.#reads.run(name, () => this.#refresh(name));
  }

  async #refresh(name: string): Promise<Topic> {
    const beganAt = performance.now();
    const topic = await this.#read(name);
    if (topic === null) {
      this.#topics.delete(name);
      throw topicNotFound(name);
    }
    this.#topics.set(name, { topic, beganAt, readAt: performance.now() });
    return topic;
  }

  /** Some topic is another one than before: what was read until now may be older. */
  change(): void {
    this.#changeSeenAt = performance.now();
  }

  /** No topic has changed since `change`: one whose read began after it is as fresh as if read then. */
  confirm(readAt: number): void {
    for (const known of this.#topics.values())
      if (known.beganAt >= this.#changeSeenAt) known.readAt = Math.max(known.readAt, readAt);
  }

  /** Whether it was there when it was last asked for. */
  knows(name: string): boolean {
    return this.#topics.has(name);
  }

  /** For labels and log lines: a queue never changes its topic. */
  async nameOfQueue(queueId: number): Promise<string> {
    const known = this.#queues.get(queueId);
    if (known !== undefined) return known;
    const name = await topicNameOfQueue(this.#db, queueId);
    if (name === null) return '';
    if (this.#queues.size >= MAX_QUEUES) this.#queues.clear();
    this.#queues.set(queueId, name);
    return name;
  }

  async #read(name: string): Promise<Topic | null> {
    const group = deadLetterGroupOf(name);
    if (group === null) {
      checkTopicName(name);
      return await topicFind(this.#db, name);
    }
    checkDeadLetterTopicName(name);
    const topic = await topicFind(this.#db, name);
    if (topic !== null) return topic;
    return (await this.#openDeadLetters(group)) ? await topicFind(this.#db, name) : null;
  }

  /** This process changed or deleted the topic. */
  forget(name: string): void {
    this.#topics.delete(name);
  }
}
