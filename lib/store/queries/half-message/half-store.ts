import type { TransactionPolicy } from '../../../model/message/half-message';
import type { OutgoingMessage } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { messageColumns, propertiesColumn } from '../message/message-columns';

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

/** Stores half messages of one topic with distinct ids, to be committed into one queue. */
export async function halfStore(
  db: Queryable,
  now: Date | null,
  { checkMs, lifetimeMs }: TransactionPolicy,
  { topicId, queueId }: { readonly topicId: number; readonly queueId: number },
  items: readonly HalfStoreItem[],
): Promise<HalfStoreRow[]> {
  const messages = items.map(({ message }) => message);
  const { rows } = await db.query<{ transactionId: string; duplicate: boolean }>(
    sql(
      `SELECT transaction_id AS "transactionId", duplicate
             FROM half_store(p_now => $now, p_check_ms => $checkMs, p_lifetime_ms => $lifetimeMs, p_topic => $topicId,
               p_queue => $queueId, p_msg_id => $messageIds, p_transaction_id => $transactionIds,
               p_producer => $producers, p_recover_ms => $recoverAfterMs, p_tag => $tags, p_keys => $keys,
               p_props => $properties, p_encoding => $bodyEncodings, p_born_at => $bornAts, p_born_host => $bornHosts,
               p_trace => $traceContexts, p_body_bytes => $bodyBytes, p_bodies => $bodies) ORDER BY ord`,
      {
        now,
        checkMs,
        lifetimeMs,
        topicId,
        queueId,
        ...messageColumns(messages),
        transactionIds: items.map(({ transactionId }) => transactionId),
        producers: items.map(({ producer }) => producer),
        recoverAfterMs: messages.map(({ recoverAfterMs }) => recoverAfterMs ?? null),
        properties: propertiesColumn(messages),
      },
      'half_store',
    ),
  );
  return rows;
}
