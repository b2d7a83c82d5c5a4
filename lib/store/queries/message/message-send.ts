import type { OutgoingMessage } from '../../../model/message';
import type { Queryable } from '../../queryable';

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

export const KEY_SEPARATOR = '\u001f';

/** Stores a batch of messages with distinct ids. Bodies travel as one binary parameter: text-form bytea doubles the bytes. */
export async function messageSend(
  db: Queryable,
  now: Date | null,
  items: readonly MessageSendItem[],
): Promise<MessageSendRow[]> {
  const messages = items.map(({ message }) => message);
  const { rows } = await db.query<{ ord: number; queue_id: number; off: number | null; duplicate: boolean }>({
    name: 'message_send',
    text: 'SELECT ord, queue_id, off, duplicate FROM message_send($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ORDER BY ord',
    values: [
      now,
      items.map(({ queueId }) => queueId),
      messages.map(({ messageId }) => messageId),
      messages.map(({ messageType }) => messageType),
      messages.map(({ tag }) => tag),
      messages.map(({ messageGroup }) => messageGroup),
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
  return rows.map(({ queue_id: queueId, off, duplicate }) => ({ queueId, off, duplicate }));
}
