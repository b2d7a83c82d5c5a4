import { decodeMessages, type StoredMessage } from '../wire/message';
import { type AdminCall, ANSWER } from './call';
import { DecodeError } from './decode';

export interface QueryInput {
  readonly topic: string;
  readonly key: string;
  /** uniqueId: what clients call the message; key: one of its business keys. */
  readonly by: 'uniqueId' | 'key';
  readonly fromMs: number;
  readonly toMs: number;
  readonly most: number;
}

/** 12: messages of a topic by id or key, from the index files on the broker's disk. */
export const queryMessage: AdminCall<QueryInput, readonly StoredMessage[]> = {
  code: 12,
  name: 'QUERY_MESSAGE',
  kind: 'read',
  isHeavy: true,
  timeoutMs: 10_000,
  accepts: [ANSWER.topicNotFound, ANSWER.queryNotFound],
  ask: ({ topic, key, by, fromMs, toMs, most }) => ({
    fields: {
      ...{ topic, key, maxNum: String(most), beginTimestamp: String(fromMs), endTimestamp: String(toMs) },
      ...(by === 'uniqueId' && { _UNIQUE_KEY_QUERY: 'true' }),
    },
  }),
  read: ({ code, body }) => {
    if (code !== ANSWER.ok) return [];
    try {
      return decodeMessages(body);
    } catch (error) {
      throw new DecodeError('a found message cannot be read', { cause: error });
    }
  },
};
