import { topicConfigs } from '../admin/topic-configs';
import { PERMISSION } from '../admin/topic-config';
import { openDeadLetters } from '../admin/update-topic';
import type { Cluster } from '../cluster';
import { deadLetterTopic } from '../read/retry-topic';
import type { Answers } from '../topology/answers';

/** Makes the dead letters of a group readable wherever a broker keeps them for writing only. @returns where it did */
export async function openLetters(cluster: Cluster, group: string): Promise<Answers<boolean>> {
  return await cluster.gather(async (_broker, ask) => {
    const { topics } = await ask(topicConfigs, undefined);
    const now = topics.find(({ topic }) => topic === deadLetterTopic(group));
    if (now === undefined || (now.permission & PERMISSION.read) !== 0) return false;
    await ask(openDeadLetters, { group, now });
    return true;
  });
}
