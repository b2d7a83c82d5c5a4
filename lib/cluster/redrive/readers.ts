import { groupsOfTopic } from '../admin/groups-of-topic';
import type { Cluster } from '../cluster';
import { requireAll } from '../topology/answers';

/** Groups that read a topic, or did, at any broker. One left out would get copies that no operator confirmed. */
export async function readersOf(cluster: Cluster, topic: string): Promise<readonly string[]> {
  const { parts } = requireAll(await cluster.askMasters(groupsOfTopic, { topic }));
  return [...new Set(parts.flatMap(({ value }) => value))];
}
