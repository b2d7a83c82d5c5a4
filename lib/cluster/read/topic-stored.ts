import type { ToldReading } from '../../model/reading';
import type { QueueStats } from '../admin/consume-stats';
import { type TopicQueue, topicStats } from '../admin/topic-stats';
import type { Ask, Cluster } from '../cluster';
import { mapAnswers, requireSome, sumAnswers } from '../topology/answers';

const STORED_MS = 2_000;

/** What one broker keeps of a topic. */
export interface TopicCount {
  readonly topic: string;
  readonly queues: number;
  readonly messages: number;
}

export async function countTopic(ask: Ask, topic: string): Promise<TopicCount> {
  const queues = (await ask(topicStats, { topic })) ?? [];
  return { topic, queues: queues.length, messages: messagesIn(queues) };
}

/** Stored after the positions; a negative one is none. */
export function unreadIn(rows: readonly QueueStats[]): number {
  return rows.reduce((sum, row) => sum + Math.max(0, row.brokerOffset - Math.max(0, row.consumerOffset)), 0);
}

function messagesIn(queues: readonly TopicQueue[]): number {
  return queues.reduce((sum, { minOffset, maxOffset }) => sum + Math.max(0, maxOffset - minOffset), 0);
}

/** How many messages of a topic the brokers keep; a lower bound while one is silent. @throws BrokerError unavailable */
export async function readStored(cluster: Cluster, topic: string): Promise<ToldReading<number>> {
  return cluster.shared.read(`stored ${topic}`, STORED_MS, async () => {
    const answers = requireSome(await cluster.askMasters(topicStats, { topic }));
    return sumAnswers(mapAnswers(answers, (queues) => messagesIn(queues ?? [])));
  });
}
