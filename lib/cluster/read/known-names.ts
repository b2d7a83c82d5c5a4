import { told } from '../../model/language/t';
import type { Ask, Cluster } from '../cluster';
import type { Answers, BrokerAnswer, SilentBroker } from '../topology/answers';
import { GROUP_LIST, readGroupConfigs } from './read-groups';
import { readTopicConfigs, TOPIC_LIST } from './read-topics';
import type { KnownNames } from './topics-of-group';

interface Gathered<T> extends Answers<T> {
  readonly known: KnownNames;
}

/**
 * A conversation with every master whose topics and groups are known by name, as the lists of the pages have them.
 * forgetNames before it: as they are now.
 */
export async function gatherNamed<T>(
  cluster: Cluster,
  converse: (ask: Ask, topics: ReadonlySet<string>, known: KnownNames, broker: string) => Promise<T>,
): Promise<Gathered<T>> {
  const [topics, groups] = await Promise.all([readTopicConfigs(cluster), readGroupConfigs(cluster)]);
  const silent = new Map([...topics.silent, ...groups.silent].map((one) => [one.broker, one]));
  const present = new Map(
    topics.parts.map(({ broker, value }) => [broker, new Set(value.topics.map(({ topic }) => topic))]),
  );
  const known: KnownNames = {
    topics: new Set([...present.values()].flatMap((names) => [...names])),
    groups: new Set(groups.parts.flatMap(({ value }) => value.groups.map(({ group }) => group))),
    isWhole: silent.size === 0,
  };
  const answers = await cluster.gather(async (broker, ask) => {
    const own = present.get(broker);
    return own === undefined || silent.has(broker) ? null : { of: await converse(ask, own, known, broker) };
  });
  const parts: BrokerAnswer<T>[] = [];
  const others: SilentBroker[] = [...answers.silent];
  for (const { broker, value } of answers.parts)
    if (value !== null) parts.push({ broker, value: value.of });
    else others.push(silent.get(broker) ?? { broker, reason: told('it has just come') });
  return { asOf: answers.asOf, parts, silent: others, known };
}

export function forgetNames(cluster: Cluster): void {
  cluster.shared.forget(TOPIC_LIST);
  cluster.shared.forget(GROUP_LIST);
}
