import { withDeliveryTime } from '../../../model/delivery/delivery-time';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { messageColumns } from '../message/message-columns';
import type { MessageSendItem, MessageSendRow } from '../message/message-send';

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
        ...messageColumns(messages),
        queueIds: items.map(({ queueId }) => queueId),
        deliverAts: messages.map(({ deliverAt }) => (deliverAt === null || deliverAt < EPOCH ? EPOCH : deliverAt)),
        messageGroups: messages.map(({ messageGroup }) => messageGroup),
        properties: messages.map(({ properties, deliverAt }) =>
          JSON.stringify(withDeliveryTime(properties, deliverAt)),
        ),
      },
      'scheduled_send',
    ),
  );
  return rows.map(({ queue_id: queueId, off, duplicate, due_at: dueAt }) => ({ queueId, off, duplicate, dueAt }));
}
