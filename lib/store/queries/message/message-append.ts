import type { Topic } from '../../../model/topic/topic';
import { intArray } from '../../binary-array';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import { batchColumns } from './message-columns';
import type { MessageSendItem, MessageSendRow } from './message-send';

/**
 * Stores a batch of messages with distinct ids that are not stored yet. Null: nothing was stored, because one of the
 * ids is known already or a queue is closed; messageSend tells which. A unique violation says the same of an id that
 * another transaction stored meanwhile.
 */
export async function messageAppend(
  db: Queryable,
  now: Date | null,
  topic: Topic,
  items: readonly MessageSendItem[],
): Promise<MessageSendRow[] | null> {
  const queueIds = [...new Set(items.map(({ queueId }) => queueId))].toSorted((a, b) => a - b);
  const placeOf = new Map(queueIds.map((queueId, index) => [queueId, index + 1]));
  const ranks = rankInQueue(items);
  const inIdOrder = items
    .map((item, index) => ({ ...item, rank: ranks[index] ?? 0 }))
    .toSorted((a, b) => (a.message.messageId < b.message.messageId ? -1 : 1));
  const { rows } = await db.query<{ queue_id: number; tail: number }>(
    sql(
      `SELECT queue_id, tail FROM message_append(p_now => $now, p_topic => $topicId, p_kind => $messageType,
        p_queues => $queueIds, p_place => $places, p_rank => $ranks, p_msg_id => $messageIds, p_tag => $tags,
        p_mgroup => $messageGroups, p_keys => $keys, p_props => $properties, p_encoding => $bodyEncodings,
        p_born_at => $bornAts, p_born_host => $bornHosts, p_trace => $traceContexts, p_bodies => $bodies)`,
      {
        now,
        topicId: topic.topicId,
        messageType: topic.messageType,
        queueIds: intArray(queueIds),
        places: intArray(inIdOrder.map(({ queueId }) => placeOf.get(queueId) ?? 0)),
        ranks: intArray(inIdOrder.map(({ rank }) => rank)),
        ...batchColumns(inIdOrder.map(({ message }) => message)),
      },
      'message_append',
    ),
  );
  if (rows.length === 0) return null;
  const tails = new Map(rows.map(({ queue_id: queueId, tail }) => [queueId, tail]));
  return items.map(({ queueId }, index) => ({
    queueId,
    off: (tails.get(queueId) ?? 0) + (ranks[index] ?? 0),
    duplicate: false,
  }));
}

/** Each message's number among those of its queue, from 1. */
function rankInQueue(items: readonly MessageSendItem[]): number[] {
  const last = new Map<number, number>();
  return items.map(({ queueId }) => {
    const rank = (last.get(queueId) ?? 0) + 1;
    last.set(queueId, rank);
    return rank;
  });
}
