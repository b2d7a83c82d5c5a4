import { withDeliveryTime } from '../../../model/delivery-time';
import type { Queryable } from '../../queryable';
import { KEY_SEPARATOR, type MessageSendItem, type MessageSendRow } from '../message/message-send';

const EPOCH = new Date(0);

/** Stores a batch of messages of one DELAY topic with distinct ids: on the schedule, or in the log when due. */
export async function scheduledSend(
  db: Queryable,
  now: Date | null,
  topicId: number,
  items: readonly MessageSendItem[],
): Promise<MessageSendRow[]> {
  const messages = items.map(({ message }) => message);
  const { rows } = await db.query<{
    ord: number;
    queue_id: number;
    off: number | null;
    duplicate: boolean;
    due_at: Date | null;
  }>({
    name: 'scheduled_send',
    text: `SELECT ord, queue_id, off, duplicate, due_at
             FROM scheduled_send($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ORDER BY ord`,
    values: [
      now,
      topicId,
      items.map(({ queueId }) => queueId),
      messages.map(({ messageId }) => messageId),
      // Any time in the past is as good as another; some that a Date can hold the database cannot.
      messages.map(({ deliverAt }) => (deliverAt === null || deliverAt < EPOCH ? EPOCH : deliverAt)),
      messages.map(({ tag }) => tag),
      messages.map(({ messageGroup }) => messageGroup),
      messages.map(({ keys }) => (keys.length === 0 ? null : keys.join(KEY_SEPARATOR))),
      messages.map(({ properties, deliverAt }) => JSON.stringify(withDeliveryTime(properties, deliverAt))),
      messages.map(({ bodyEncoding }) => bodyEncoding),
      messages.map(({ bornAt }) => bornAt),
      messages.map(({ bornHost }) => bornHost),
      messages.map(({ traceContext }) => traceContext),
      messages.map(({ body }) => body.length),
      Buffer.concat(messages.map(({ body }) => body)),
    ],
  });
  return rows.map(({ queue_id: queueId, off, duplicate, due_at: dueAt }) => ({ queueId, off, duplicate, dueAt }));
}
