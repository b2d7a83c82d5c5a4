import type { Fields } from '../wire/frame';
import type { AdminCall } from './call';
import { refuseSystemGroup, refuseSystemTopic, STAGE_TOPIC } from './system-names';
import { PERMISSION, type TopicConfig } from './topic-config';

export interface TopicWrite {
  readonly topic: string;
  readonly readQueues: number;
  readonly writeQueues: number;
  readonly permission: number;
  /** NORMAL, FIFO, ...; null: left as it is, or the broker's default. */
  readonly messageType: string | null;
  /** Of the topic that is there; absent: those of a new one. */
  readonly kept?: TopicConfig['kept'];
}

/** 17: creates a topic at one broker, or changes it. Attributes that are not named stay. */
export const updateTopic: AdminCall<TopicWrite, void> = {
  code: 17,
  name: 'UPDATE_AND_CREATE_TOPIC',
  kind: 'write',
  ask: (write) => {
    if (write.topic !== STAGE_TOPIC) refuseSystemTopic(write.topic);
    return { fields: fieldsOf(write) };
  },
  read: () => undefined,
};

/**
 * The same of the one topic of the system that is ever changed: the dead letters of a group, which old brokers made
 * for writing only. Everything but the right to read stays.
 */
export const openDeadLetters: AdminCall<{ readonly group: string; readonly now: TopicConfig }, void> = {
  code: 17,
  name: 'UPDATE_AND_CREATE_TOPIC',
  kind: 'write',
  ask: ({ group, now: { readQueues, writeQueues, permission, kept } }) => {
    refuseSystemGroup(group);
    const readable = permission | PERMISSION.read;
    const numbers = { readQueues: Math.max(1, readQueues), writeQueues, permission: readable };
    return { fields: fieldsOf({ topic: `%DLQ%${group}`, ...numbers, messageType: null, kept }) };
  },
  read: () => undefined,
};

const NEW: TopicConfig['kept'] = { isOrder: false, sysFlag: 0, filterType: 'SINGLE_TAG' };

function fieldsOf({ topic, readQueues, writeQueues, permission, messageType, kept = NEW }: TopicWrite): Fields {
  return {
    ...{ topic, defaultTopic: 'TBW102', topicFilterType: kept.filterType },
    ...{ topicSysFlag: String(kept.sysFlag), order: String(kept.isOrder) },
    ...{ readQueueNums: String(readQueues), writeQueueNums: String(writeQueues), perm: String(permission) },
    ...(messageType !== null && { attributes: `+message.type=${messageType}` }),
  };
}
