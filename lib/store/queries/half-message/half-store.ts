import type { TransactionPolicy } from '../../../model/half-message';
import type { OutgoingMessage } from '../../../model/message';
import type { Queryable } from '../../queryable';

export interface HalfStoreItem {
  readonly message: OutgoingMessage;
  readonly transactionId: string;
  /** Client id. */
  readonly producer: string;
}

export interface HalfStoreRow {
  /** Of the first store of this id. */
  readonly transactionId: string;
  readonly duplicate: boolean;
}

const KEY_SEPARATOR = '\u001f';

/** Stores half messages of one topic with distinct ids, to be committed into one queue. */
export async function halfStore(
  db: Queryable,
  now: Date | null,
  { checkMs, lifetimeMs }: TransactionPolicy,
  { topicId, queueId }: { readonly topicId: number; readonly queueId: number },
  items: readonly HalfStoreItem[],
): Promise<HalfStoreRow[]> {
  const messages = items.map(({ message }) => message);
  const { rows } = await db.query<{ transactionId: string; duplicate: boolean }>({
    name: 'half_store',
    text: `SELECT transaction_id AS "transactionId", duplicate
             FROM half_store($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) ORDER BY ord`,
    values: [
      now,
      checkMs,
      lifetimeMs,
      topicId,
      queueId,
      messages.map(({ messageId }) => messageId),
      items.map(({ transactionId }) => transactionId),
      items.map(({ producer }) => producer),
      messages.map(({ recoverAfterMs }) => recoverAfterMs ?? null),
      messages.map(({ tag }) => tag),
      messages.map(({ keys }) => (keys.length === 0 ? null : keys.join(KEY_SEPARATOR))),
      messages.map(({ properties }) => (Object.keys(properties).length === 0 ? null : JSON.stringify(properties))),
      messages.map(({ bodyEncoding }) => bodyEncoding),
      messages.map(({ bornAt }) => bornAt),
      messages.map(({ bornHost }) => bornHost),
      messages.map(({ traceContext }) => traceContext),
      messages.map(({ body }) => body.length),
      Buffer.concat(messages.map(({ body }) => body)),
    ],
  });
  return rows;
}
