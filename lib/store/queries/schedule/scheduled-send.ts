import { withDeliveryTime } from '../../../model/delivery-time';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
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
  }>(
    sql(
      `SELECT ord, queue_id, off, duplicate, due_at
             FROM scheduled_send(p_now => $now, p_topic => $topicId, p_queue => $queueIds, p_msg_id => $messageIds,
               p_due_at => $deliverAts, p_tag => $tags, p_mgroup => $messageGroups, p_keys => $keys,
               p_props => $properties, p_encoding => $bodyEncodings, p_born_at => $bornAts, p_born_host => $bornHosts,
               p_trace => $traceContexts, p_body_bytes => $bodyBytes, p_bodies => $bodies) ORDER BY ord`,
      {
        now,
        topicId,
        queueIds: items.map(({ queueId }) => queueId),
        messageIds: messages.map(({ messageId }) => messageId),
        deliverAts: messages.map(({ deliverAt }) => (deliverAt === null || deliverAt < EPOCH ? EPOCH : deliverAt)),
        tags: messages.map(({ tag }) => tag),
        messageGroups: messages.map(({ messageGroup }) => messageGroup),
        keys: messages.map(({ keys }) => (keys.length === 0 ? null : keys.join(KEY_SEPARATOR))),
        properties: messages.map(({ properties, deliverAt }) =>
          JSON.stringify(withDeliveryTime(properties, deliverAt)),
        ),
        bodyEncodings: messages.map(({ bodyEncoding }) => bodyEncoding),
        bornAts: messages.map(({ bornAt }) => bornAt),
        bornHosts: messages.map(({ bornHost }) => bornHost),
        traceContexts: messages.map(({ traceContext }) => traceContext),
        bodyBytes: messages.map(({ body }) => body.length),
        bodies: Buffer.concat(messages.map(({ body }) => body)),
      },
      'scheduled_send',
    ),
  );
  return rows.map(({ queue_id: queueId, off, duplicate, due_at: dueAt }) => ({ queueId, off, duplicate, dueAt }));
}
