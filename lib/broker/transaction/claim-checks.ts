import type { OutgoingMessage } from '../../model/message/message';
import { halfCheck, type HalfCheckRow } from '../../store/queries/half-message/half-check';
import { retryRolledBack } from '../../store/sql-errors';
import type { BrokerContext } from '../context';

export interface TransactionCheck {
  readonly topic: string;
  readonly transactionId: string;
  readonly message: OutgoingMessage;
  readonly queueNo: number;
  readonly storedAt: Date;
  /** 1 = the first check. */
  readonly check: number;
  readonly previousCheckAt: Date | null;
}

export interface ClaimChecksInput {
  /** Topics with a producer that can be asked now. Half messages of other topics wait, and lose no check. */
  readonly topics: readonly string[];
  readonly limit: number;
}

/**
 * Half messages whose producer is to be asked now. Each is counted as asked: another process does not get it as well.
 */
export async function claimChecks(
  ctx: BrokerContext,
  { topics, limit }: ClaimChecksInput,
): Promise<TransactionCheck[]> {
  if (topics.length === 0) return [];
  const rows = await retryRolledBack(() =>
    halfCheck(ctx.store.broker, ctx.clock.nowOrNull(), topics, ctx.transactions, limit),
  );
  if (rows.length > 0) ctx.changes.emit({ kind: 'topic' });
  for (const { messageId } of rows) ctx.changes.emit({ kind: 'message', messageId });
  return rows.map(toCheck);
}

function toCheck(row: HalfCheckRow): TransactionCheck {
  const { topic, transactionId, queueNo, storedAt, checks, previousCheckAt, ...message } = row;
  return {
    topic,
    transactionId,
    queueNo,
    storedAt,
    check: checks,
    previousCheckAt,
    message: {
      ...message,
      messageType: 'TRANSACTION',
      messageGroup: null,
      deliverAt: null,
      keys: message.keys ?? [],
      properties: message.properties ?? {},
    },
  };
}
