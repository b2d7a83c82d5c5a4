import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import {
  NAME_PATTERN,
  SYSTEM_GROUP_PREFIXES,
  SYSTEM_GROUPS,
  SYSTEM_TOPIC_PREFIXES,
  SYSTEM_TOPICS,
} from '../../model/limits';

/** Where proxies in cluster mode tell each other who is connected. */
export const HEARTBEAT_TOPIC = 'DefaultHeartBeatSyncerTopic';
/** Copies wait here until the broker sends them back to their group; no group reads it. */
export const STAGE_TOPIC = 'REDRIVE_STAGE';
/** Brokers make these beside those of the embedded broker. */
const MORE_TOPICS: ReadonlySet<string> = new Set([
  ...[HEARTBEAT_TOPIC, STAGE_TOPIC, 'SELF_TEST_TOPIC', 'BenchmarkTest'],
]);
const MORE_PREFIXES = ['RMQ_SYS_', `CID_${HEARTBEAT_TOPIC}`];

/** `names`: of clusters and brokers; each has topics of its name. */
export function isSystemTopic(topic: string, names: readonly string[] = []): boolean {
  return (
    SYSTEM_TOPICS.has(topic) ||
    MORE_TOPICS.has(topic) ||
    [...SYSTEM_TOPIC_PREFIXES, ...MORE_PREFIXES].some((prefix) => topic.startsWith(prefix)) ||
    names.some((name) => topic === name || topic === `${name}_REPLY_TOPIC`)
  );
}

export function isSystemGroup(group: string): boolean {
  return (
    SYSTEM_GROUPS.has(group) ||
    [...SYSTEM_GROUP_PREFIXES, ...MORE_PREFIXES].some((prefix) => group.startsWith(prefix)) ||
    group.endsWith(`_${HEARTBEAT_TOPIC}`)
  );
}

/** Brokers take any name and any group: what they would break by is refused here. @throws BrokerError */
export function refuseSystemGroup(group: string): void {
  if (!NAME_PATTERN.test(group))
    throw new BrokerError(
      'illegal-group',
      told('The name of a group may have letters, digits, %, |, - and _ only (got {group}).', { group }),
      {
        field: 'group',
        value: group,
      },
    );
  if (!isSystemGroup(group)) return;
  throw new BrokerError('illegal-group', told('{group} belongs to the system of the cluster.', { group }), {
    field: 'group',
    value: group,
  });
}

/** @throws BrokerError */
export function refuseSystemTopic(topic: string): void {
  if (!NAME_PATTERN.test(topic))
    throw new BrokerError(
      'illegal-topic',
      told('The name of a topic may have letters, digits, %, |, - and _ only (got {topic}).', { topic }),
      {
        field: 'topic',
        value: topic,
      },
    );
  if (!isSystemTopic(topic)) return;
  throw new BrokerError('illegal-topic', told('{topic} belongs to the system of the cluster.', { topic }), {
    field: 'topic',
    value: topic,
  });
}

const OF_GROUPS = /^%(?:RETRY|DLQ)%/;

/** Topics of applications, and the retry and dead-letter topics of their groups. @throws BrokerError */
export function refuseUndeletableTopic(topic: string): void {
  if (!OF_GROUPS.test(topic)) {
    refuseSystemTopic(topic);
    return;
  }
  // Brokers with enableRetryTopicV2 join the names of the group and the topic by "+".
  refuseSystemGroup(topic.replace(OF_GROUPS, '').replace('+', '_'));
}
