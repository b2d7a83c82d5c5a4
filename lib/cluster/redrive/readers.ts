import { groupsOfTopic } from '../admin/groups-of-topic';
import type { Cluster } from '../cluster';
import { type Answers, requireAll } from '../topology/answers';

/** Groups that read a topic, or did, at any broker. One left out would get copies that no operator confirmed. */
export async function readersOf(cluster: Cluster, topic: string): Promise<readonly string[]> {
  const { parts } = requireAll(await cluster.askMasters(groupsOfTopic, { topic }));
  return [...new Set(parts.flatMap(({ value }) => value))];
}

const READERS_MS = 10_000;

/** The same as far as brokers answer, for what is only shown. */
export async function readersThatAnswer(cluster: Cluster, topic: string): Promise<Answers<readonly string[]>> {
  return cluster.shared.read(`readers ${topic}`, READERS_MS, () => cluster.askMasters(groupsOfTopic, { topic }));
}
