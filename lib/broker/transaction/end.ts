import { BrokerError } from '../../model/errors';
import type { Resolution } from '../../model/message/half-message';
import type { BrokerContext } from '../context';
import { type EndedTransaction, settled, tellEnd } from './settled';

export interface EndTransactionInput {
  readonly topic: string;
  readonly messageId: string;
  /** As the send answered it. */
  readonly transactionId: string;
  readonly resolution: Resolution;
  /** Unasked, or in answer to a check. */
  readonly source: 'client' | 'server-check';
  readonly clientId: string;
}

/**
 * A producer says how its transaction ended: the half message enters the log, or is dropped. Returns after the commit.
 * A repeat of the same resolution succeeds and does nothing; the opposite one is refused. After the broker has given it
 * up, a rollback still ends it, and a commit is refused.
 * @throws BrokerError topic-not-found, illegal-message-id, invalid-transaction-id, transaction-not-found,
 *   transaction-ended
 */
export async function endTransaction(ctx: BrokerContext, input: EndTransactionInput): Promise<EndedTransaction> {
  const { messageId, transactionId, resolution, source, clientId } = input;
  const topic = await ctx.topics.find(input.topic);
  if (transactionId.trim() === '') {
    throw new BrokerError('invalid-transaction-id', 'transactionId must not be blank; it is empty.', {
      field: 'transactionId',
      limit: 'not blank',
      value: '',
    });
  }
  if (messageId.trim() === '') {
    throw new BrokerError('illegal-message-id', 'messageId must not be blank; it is empty.', {
      field: 'messageId',
      limit: 'not blank',
      value: '',
    });
  }
  // A NUL is in no id, and text of the database cannot hold one.
  const row =
    messageId.includes('\u0000') || transactionId.includes('\u0000')
      ? UNKNOWN
      : await ctx.halves.end(topic.topicId, { messageId, transactionId, resolution, by: source, resolver: clientId });
  tellEnd(ctx, topic, messageId, row);
  return settled(row, resolution, `The transaction of message ${JSON.stringify(messageId.slice(0, 64))}`);
}

const UNKNOWN = { changed: false, state: null, resolvedAt: null, storedAt: null } as const;
