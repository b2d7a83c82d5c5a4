import { decodeMessages, type StoredMessage } from '../wire/message';
import { type AdminCall, ANSWER } from './call';
import { DecodeError, fieldWhole } from './decode';

export interface PullInput {
  readonly topic: string;
  readonly queueNo: number;
  readonly offset: number;
  readonly most: number;
}

export interface Pulled {
  readonly messages: readonly StoredMessage[];
  /** Where to go on. */
  readonly next: number;
  readonly min: number;
  readonly max: number;
}

/** Exists at every broker, and its pulls leave nothing behind. */
const TOOLS_GROUP = 'TOOLS_CONSUMER';
/** The subscription is in the request; nothing is committed, nothing waits. */
const SUBSCRIPTION_GIVEN = 4;
const MOST_OF_A_PULL = 32;

/** 11: reads a queue from outside. Null: the topic is not there. */
export const pull: AdminCall<PullInput, Pulled | null> = {
  code: 11,
  name: 'PULL_MESSAGE',
  kind: 'read',
  timeoutMs: 10_000,
  accepts: [ANSWER.topicNotFound, ANSWER.pullNotFound, ANSWER.pullAgain, ANSWER.pullMoved],
  ask: ({ topic, queueNo, offset, most }) => ({
    fields: {
      ...{ consumerGroup: TOOLS_GROUP, topic, queueId: String(queueNo), queueOffset: String(offset) },
      maxMsgNums: String(Math.min(most, MOST_OF_A_PULL)),
      ...{ sysFlag: String(SUBSCRIPTION_GIVEN), commitOffset: '0', suspendTimeoutMillis: '0' },
      ...{ subscription: '*', subVersion: '0', expressionType: 'TAG' },
    },
  }),
  read: ({ code, fields, body }) => {
    if (code === ANSWER.topicNotFound) return null;
    const place = {
      next: fieldWhole(fields, 'nextBeginOffset'),
      min: fieldWhole(fields, 'minOffset'),
      max: fieldWhole(fields, 'maxOffset'),
    };
    if (code !== ANSWER.ok) return { ...place, messages: [] };
    try {
      return { ...place, messages: decodeMessages(body) };
    } catch (error) {
      throw new DecodeError('a pulled message cannot be read', { cause: error });
    }
  },
};
