import type { OutgoingMessage } from '../../../model/message/message';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { messageColumns, propertiesColumn } from './message-columns';

export interface MessageSendItem {
  readonly queueId: number;
  readonly message: OutgoingMessage;
}

export interface MessageSendRow {
  readonly queueId: number;
  /** Null: another transaction stored this id meanwhile; ask messagePlace. */
  readonly off: number | null;
  readonly duplicate: boolean;
  /** Set: it waits for this time, and has no offset. */
  readonly dueAt?: Date | null;
}

/** Stores a batch of messages with distinct ids. */
export async function messageSend(
  db: Queryable,
  now: Date | null,
  items: readonly MessageSendItem[],
): Promise<MessageSendRow[]> {
  const messages = items.map(({ message }) => message);
  const { rows } = await db.query<{ ord: number; queue_id: number; off: number | null; duplicate: boolean }>(
    sql(
      `SELECT ord, queue_id, off, duplicate FROM message_send(p_now => $now, p_queue => $queueIds,
        p_msg_id => $messageIds, p_kind => $messageTypes, p_tag => $tags, p_mgroup => $messageGroups, p_keys => $keys,
        p_props => $properties, p_encoding => $bodyEncodings, p_born_at => $bornAts, p_born_host => $bornHosts,
        p_trace => $traceContexts, p_body_bytes => $bodyBytes, p_bodies => $bodies) ORDER BY ord`,
      {
        now,
        ...messageColumns(messages),
        queueIds: items.map(({ queueId }) => queueId),
        messageTypes: messages.map(({ messageType }) => messageType),
        messageGroups: messages.map(({ messageGroup }) => messageGroup),
        properties: propertiesColumn(messages),
      },
      'message_send',
    ),
  );
  return rows.map(({ queue_id: queueId, off, duplicate }) => ({ queueId, off, duplicate }));
}
