import type { Actor } from '../../model/audit/actor';
import { BrokerError } from '../../model/errors';
import { told } from '../../model/language/t';
import type { Resolution } from '../../model/message/half-message';
import { appendAudit } from '../../store/queries/audit/audit-append';
import { halfEnd } from '../../store/queries/half-message/half-end';
import { halfLock } from '../../store/queries/half-message/half-lock';
import { retryRolledBack } from '../../store/sql-errors';
import { withTransaction } from '../../store/transaction';
import type { BrokerContext } from '../context';
import { type EndedTransaction, settled, tellEnd } from './settled';

export interface ResolveTransactionInput {
  readonly topic: string;
  readonly messageId: string;
  readonly resolution: Resolution;
  readonly reason: string;
  readonly actor: Actor;
}

const MAX_REASON = 500;

/**
 * An operator ends a transaction in its producer's place, with an audit row: the same rules as for the producer, and
 * also after the broker has given it up, until its record is removed.
 * @throws BrokerError topic-not-found, bad-request, transaction-not-found, transaction-ended
 */
export async function resolveTransaction(
  ctx: BrokerContext,
  input: ResolveTransactionInput,
): Promise<EndedTransaction> {
  const { messageId, resolution, actor } = input;
  const reason = input.reason.trim();
  if (reason === '' || reason.length > MAX_REASON) {
    throw new BrokerError(
      'bad-request',
      told('{field} must have {least} to {most} characters (got {value}).', {
        field: 'reason',
        least: 1,
        most: MAX_REASON,
        value: reason.length,
      }),
      {
        field: 'reason',
        limit: MAX_REASON,
        value: reason.length,
      },
    );
  }
  const topic = await ctx.topics.find(input.topic);
  const item = { messageId, transactionId: null, resolution, by: 'operator', resolver: actor.name } as const;
  const row = await retryRolledBack(() =>
    withTransaction(ctx.store.broker, async (db) => {
      if (messageId.includes('\u0000')) return null;
      const before = await halfLock(db, topic.topicId, messageId);
      const [ended] = await halfEnd(db, ctx.clock.nowOrNull(), topic.topicId, [item]);
      if (ended === undefined) return null;
      if (ended.changed) {
        await appendAudit(db, {
          actor,
          action: resolution === 'commit' ? 'transaction.commit' : 'transaction.rollback',
          target: messageId,
          reason,
          before: { topic: topic.name, state: before },
          after: { topic: topic.name, state: ended.state },
        });
      }
      return ended;
    }),
  );
  const name = told('Half message {id} of topic {topic}', { id: messageId.slice(0, 64), topic: topic.name });
  if (row === null) return settled({ changed: false, state: null, resolvedAt: null, storedAt: null }, resolution, name);
  tellEnd(ctx, topic, messageId, row);
  return settled(row, resolution, name);
}
