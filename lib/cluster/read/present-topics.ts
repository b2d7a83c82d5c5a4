import { topicConfigs } from '../admin/topic-configs';
import type { Ask, Cluster } from '../cluster';

const TOPICS_MS = 30_000;

/** The topics that a broker has: a search of one that it does not have costs it as much. */
export async function presentTopics(cluster: Cluster, broker: string, ask: Ask): Promise<ReadonlySet<string>> {
  return cluster.shared.read(`topics of ${broker}`, TOPICS_MS, async () => {
    const { topics } = await ask(topicConfigs, undefined);
    return new Set(topics.map(({ topic }) => topic));
  });
}
