import type { AdminCall } from './call';
import { refuseUndeletableTopic } from './system-names';

interface Deleted {
  readonly topic: string;
}

/**
 * 215: deletes a topic at one broker, with its messages and the positions in it; the broker also deletes the retry
 * topics of 5.x clients that belong to it. A topic that is not there is no refusal.
 */
export const deleteTopicAtBroker: AdminCall<Deleted, void> = {
  code: 215,
  name: 'DELETE_TOPIC_IN_BROKER',
  kind: 'write',
  timeoutMs: 15_000,
  ask: ({ topic }) => {
    refuseUndeletableTopic(topic);
    return { fields: { topic } };
  },
  read: () => undefined,
};

/** 216, to a name server: it forgets which brokers have the topic. One that still has it tells it again in 30 s. */
export const deleteRoute: AdminCall<Deleted, void> = {
  code: 216,
  name: 'DELETE_TOPIC_IN_NAMESRV',
  kind: 'write',
  ask: ({ topic }) => {
    refuseUndeletableTopic(topic);
    return { fields: { topic } };
  },
  read: () => undefined,
};
