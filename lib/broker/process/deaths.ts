import type { Log } from '../../model/log';
import type { Metrics } from '../../model/metrics';
import type { Store } from '../../store/client';
import { deadLetterTopicOf } from '../../store/queries/topic/dead-letter-topic';
import type { GroupDirectory } from './directories/groups';
import type { TopicDirectory } from './directories/topics';
import type { Wakeups } from './wakeups';

export interface DeathsParts {
  readonly store: Store;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly groups: GroupDirectory;
  readonly topics: TopicDirectory;
  readonly wakeups: Wakeups;
}

const FRESH_MS = 1000;

/** What follows the commit of every move to the dead letters, whichever verb or loop made it. */
export class Deaths {
  readonly #parts: DeathsParts;
  readonly #topics = new Map<number, { topicId: number | null; readAt: number }>();

  constructor(parts: DeathsParts) {
    this.#parts = parts;
  }

  /**
   * Counts each move once (in a broadcast group: each delivery that failed) and wakes who reads the group's dead-letter
   * topic. Never fails its caller: the dead letters are stored.
   * @param queueIds the queue of each message that died
   */
  async report(groupId: number, queueIds: readonly number[]): Promise<void> {
    if (queueIds.length === 0) return;
    const { metrics, groups, topics, log } = this.#parts;
    try {
      const { broadcastOf, ...own } = await groups.byId(groupId);
      // A member of a broadcast group has no dead letters: what failed is recorded under the group's name.
      const { name: group } = broadcastOf === null ? own : await groups.byId(broadcastOf);
      const metric = broadcastOf === null ? 'rocketmq_send_to_dlq_messages_total' : 'redrive_broadcast_failures_total';
      for (const queueId of queueIds) {
        metrics.count(metric, { topic: await topics.nameOfQueue(queueId), consumer_group: group });
      }
      if (broadcastOf === null) await this.wakeReaders(groupId);
    } catch (error) {
      log.warn({ error, groupId, messages: queueIds.length }, 'dead letters could not be counted');
    }
  }

  async wakeReaders(groupId: number): Promise<void> {
    const topicId = await this.#topicOf(groupId);
    if (topicId !== null) this.#parts.wakeups.topic(topicId);
  }

  async #topicOf(groupId: number): Promise<number | null> {
    const cached = this.#topics.get(groupId);
    if (cached !== undefined && performance.now() - cached.readAt < FRESH_MS) return cached.topicId;
    const topicId = (await deadLetterTopicOf(this.#parts.store.broker, groupId))?.topicId ?? null;
    this.#topics.set(groupId, { topicId, readAt: performance.now() });
    return topicId;
  }
}
