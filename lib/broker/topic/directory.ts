import { BrokerError } from '../../model/errors';
import { checkTopicName } from '../../model/names';
import type { Topic } from '../../model/topic';
import { topicFind } from '../../store/queries/topic/topic-find';
import type { Queryable } from '../../store/queryable';

/** A topic's type and number of queues never change; it is asked again only to notice that it was removed and made anew. */
const FRESH_MS = 1000;

export class TopicDirectory {
  readonly #db: Queryable;
  readonly #topics = new Map<string, { topic: Topic; readAt: number }>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** @throws BrokerError illegal-topic, topic-not-found */
  async find(name: string): Promise<Topic> {
    const cached = this.#topics.get(name);
    if (cached !== undefined && performance.now() - cached.readAt < FRESH_MS) return cached.topic;
    checkTopicName(name);
    const topic = await topicFind(this.#db, name);
    if (topic === null) {
      this.#topics.delete(name);
      throw new BrokerError('topic-not-found', `topic ${name} does not exist.`, { field: 'topic', value: name });
    }
    this.#topics.set(name, { topic, readAt: performance.now() });
    return topic;
  }

  /** Whether it was there when it was last asked for. */
  knows(name: string): boolean {
    return this.#topics.has(name);
  }

  /** The topic was removed by this process. */
  forget(name: string): void {
    this.#topics.delete(name);
  }
}
