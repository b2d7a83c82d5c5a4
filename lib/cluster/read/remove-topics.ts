import { type Reason, told } from '../../model/language/t';
import { BrokerError, reasonOfError } from '../../model/errors';
import { deleteRoute, deleteTopicAtBroker } from '../admin/delete-topic';
import { topicConfigs } from '../admin/topic-configs';
import { topicRoute } from '../admin/topic-route';
import type { Cluster } from '../cluster';
import { TOPIC_LIST } from './read-topics';

/** What came of a deletion at each broker and name server, as read back from it. */
export interface DeletionOutcome {
  readonly brokers: readonly { readonly broker: string; readonly problem: Reason | null }[];
  readonly nameServers: readonly { readonly address: string; readonly problem: Reason | null }[];
}

export interface TopicsOfBroker {
  readonly broker: string;
  readonly topics: readonly string[];
}

/** At every broker that answers, whatever becomes of the others; then at the name servers, once no broker has them. */
export async function removeTopics(
  cluster: Cluster,
  parts: readonly TopicsOfBroker[],
  silent: DeletionOutcome['brokers'],
): Promise<DeletionOutcome> {
  const removed = await Promise.all(
    parts.map(async ({ broker, topics }) => ({ broker, problem: await removeAt(cluster, broker, topics) })),
  );
  for (const { broker } of parts) cluster.shared.forget(`topics of ${broker}`);
  cluster.shared.forget(TOPIC_LIST);
  const brokers = [...removed, ...silent].toSorted((a, b) => (a.broker < b.broker ? -1 : 1));
  const isWhole = brokers.every(({ problem }) => problem === null);
  const all = [...new Set(parts.flatMap(({ topics }) => topics))];
  return { brokers, nameServers: isWhole ? await removeRoutes(cluster, all) : [] };
}

/** @returns why the broker has one of them still, or may have; null: it has none */
async function removeAt(cluster: Cluster, broker: string, topics: readonly string[]): Promise<Reason | null> {
  if (topics.length === 0) return null;
  let problem: Reason | null = null;
  for (const topic of topics) problem ??= await problemOf(() => cluster.ask(broker, deleteTopicAtBroker, { topic }));
  const readBack = await problemOf(async () => {
    const has = new Set((await cluster.ask(broker, topicConfigs, undefined)).topics.map(({ topic }) => topic));
    const left = topics.filter((topic) => has.has(topic));
    if (left.length === 0) problem = null;
    else problem ??= told('it still has {topics}', { topics: left });
  });
  return readBack === null ? problem : (problem ?? readBack);
}

async function removeRoutes(cluster: Cluster, topics: readonly string[]): Promise<DeletionOutcome['nameServers']> {
  const problems = new Map<string, Reason | null>();
  for (const topic of topics) {
    for (const server of await cluster.askNameServers(deleteRoute, { topic }))
      problems.set(server.address, problems.get(server.address) ?? ('reason' in server ? server.reason : null));
    for (const server of await cluster.askNameServers(topicRoute, { topic }))
      if ('value' in server && server.value.length > 0)
        problems.set(
          server.address,
          problems.get(server.address) ?? told('it still names brokers of {topic}', { topic }),
        );
  }
  return [...problems].map(([address, problem]) => ({ address, problem }));
}

/**
 * In words, of a broker that refused, gave no answer or is gone: other brokers may have deleted already, so that it is
 * a part of the outcome. @throws BrokerError forbidden: nothing was sent to any broker
 */
export async function problemOf(ask: () => Promise<unknown>): Promise<Reason | null> {
  try {
    await ask();
    return null;
  } catch (error) {
    if (error instanceof BrokerError && error.code === 'forbidden') throw error;
    return reasonOfError(error);
  }
}
