import { MESSAGE_TYPES } from '../../model/topic/topic';
import { PERMISSION, type TopicConfig } from '../admin/topic-config';
import type { BrokerAnswer } from '../topology/answers';
import { canonical } from './canonical';
import type { ClusterTopicPart, ClusterTopicType } from './topic';

export const TOPIC_TYPES: readonly ClusterTopicType[] = [...MESSAGE_TYPES, 'MIXED', 'UNSPECIFIED'];

export function partOf(broker: string, config: TopicConfig): ClusterTopicPart {
  const { readQueues, writeQueues, permission, attributes } = config;
  const type = attributes['message.type'];
  return {
    ...{ broker, readQueues, writeQueues, attributes },
    mayRead: (permission & PERMISSION.read) !== 0,
    mayWrite: (permission & PERMISSION.write) !== 0,
    messageType: TOPIC_TYPES.find((known) => known === type) ?? 'UNSPECIFIED',
  };
}

/** Brokers keep no version of a topic that could be compared: all that each has, in one text. */
export function topicVersion(parts: readonly BrokerAnswer<TopicConfig | null>[]): string {
  return parts
    .map(({ broker, value }) => `${broker}=${value === null ? '-' : settingsOf(value)}`)
    .toSorted()
    .join(' ');
}

function settingsOf({ readQueues, writeQueues, permission, attributes }: TopicConfig): string {
  return `${readQueues}/${writeQueues}/${permission}/${canonical(attributes)}`;
}
