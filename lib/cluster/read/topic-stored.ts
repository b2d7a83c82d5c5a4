import type { Reading } from '../../model/reading';
import { topicStats } from '../admin/topic-stats';
import type { Cluster } from '../cluster';
import { mapAnswers, requireSome, sumAnswers } from '../topology/answers';

const STORED_MS = 2_000;

/** How many messages of a topic the brokers keep; a lower bound while one is silent. @throws BrokerError unavailable */
export async function readStored(cluster: Cluster, topic: string): Promise<Reading<number>> {
  return cluster.shared.read(`stored ${topic}`, STORED_MS, async () => {
    const answers = requireSome(await cluster.askMasters(topicStats, { topic }));
    return sumAnswers(
      mapAnswers(answers, (queues) =>
        (queues ?? []).reduce((sum, { minOffset, maxOffset }) => sum + Math.max(0, maxOffset - minOffset), 0),
      ),
    );
  });
}
