import type { Topic } from '../../../model/topic/topic';
import { intArray } from '../../binary-array';
import type { Queryable } from '../../queryable';
import { sql } from '../../sql';
import type { ClaimReceiver } from '../delivery/delivery-claim';
import { batchColumns } from './message-columns';
import type { MessageSendItem } from './message-send';

/** Receives of one group that get the messages of a batch, in its order: the first as many as it takes, and so on. */
export interface HandOver {
  readonly groupId: number;
  readonly receivers: readonly (ClaimReceiver & { readonly count: number })[];
}

export interface HandedLease {
  readonly leaseId: number;
  readonly expiresAt: Date;
}

export interface HandedOver {
  /** The offset of the first message; the others follow it. */
  readonly firstOff: number;
  readonly storedAt: Date;
  /** One per receive; empty: the messages are stored alone. */
  readonly leases: readonly HandedLease[];
}

/**
 * Stores a batch of distinct ids in one queue, and leases it to receives that wait for it. Null: nothing was stored, as
 * messageAppend says it.
 */
export async function messageHandOver(
  db: Queryable,
  now: Date | null,
  topic: Topic,
  items: readonly MessageSendItem[],
  to: HandOver | null,
): Promise<HandedOver | null> {
  // In the order of their ids: two brokers that store the same two ids must not wait for each other.
  const inIdOrder = items
    .map(({ message }, index) => ({ message, rank: index + 1 }))
    .toSorted((a, b) => (a.message.messageId < b.message.messageId ? -1 : 1));
  const receivers = to?.receivers ?? [];
  const { rows } = await db.query<{
    tail: number;
    stored_at: Date;
    lease_id: number | null;
    expires_at: Date | null;
  }>(
    sql(
      `SELECT tail, stored_at, lease_id, expires_at FROM message_hand_over(p_now => $now, p_topic => $topicId,
        p_kind => $messageType, p_queue => $queueId, p_rank => $ranks, p_msg_id => $messageIds, p_tag => $tags,
        p_mgroup => $messageGroups, p_keys => $keys, p_props => $properties, p_encoding => $bodyEncodings,
        p_born_at => $bornAts, p_born_host => $bornHosts, p_trace => $traceContexts, p_bodies => $bodies,
        p_group => $groupId, p_from => $froms, p_count => $counts, p_invisible_ms => $invisibleMs,
        p_client => $clientIds, p_auto_renew => $autoRenews, p_attempt_id => $attemptIds)`,
      {
        now,
        topicId: topic.topicId,
        messageType: topic.messageType,
        queueId: items[0]?.queueId ?? 0,
        ranks: intArray(inIdOrder.map(({ rank }) => rank)),
        ...batchColumns(inIdOrder.map(({ message }) => message)),
        groupId: to?.groupId ?? null,
        froms: startsOf(receivers),
        counts: receivers.map(({ count }) => count),
        invisibleMs: receivers.map(({ invisibleMs }) => invisibleMs),
        clientIds: receivers.map(({ clientId }) => clientId),
        autoRenews: receivers.map(({ autoRenew }) => autoRenew),
        attemptIds: receivers.map(({ attemptId }) => attemptId),
      },
      'message_hand_over',
    ),
  );
  const [first] = rows;
  if (first === undefined) return null;
  return {
    firstOff: first.tail + 1,
    storedAt: first.stored_at,
    leases: rows.flatMap(({ lease_id: leaseId, expires_at: expiresAt }) =>
      leaseId === null || expiresAt === null ? [] : [{ leaseId, expiresAt }],
    ),
  };
}

/** From the how many-th message on each gets its own; 1 is the first. */
function startsOf(receivers: HandOver['receivers']): number[] {
  let next = 1;
  return receivers.map(({ count }) => {
    const start = next;
    next += count;
    return start;
  });
}
