import type { Clock } from '../../../model/clock';
import type { Topic } from '../../../model/topic/topic';
import type { Store } from '../../../store/client';
import type { ClaimedRow } from '../../../store/queries/delivery/delivery-claim';
import { type HandedOver, type HandOver, messageHandOver } from '../../../store/queries/message/message-hand-over';
import type { MessageSendItem, MessageSendRow } from '../../../store/queries/message/message-send';
import { isRolledBack } from '../../../store/sql-errors';
import type { Loan, Standbys } from '../delivery/standbys';

export interface HandOverParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly standbys: Standbys;
}

export interface Stored {
  readonly rows: readonly MessageSendRow[];
  /** The lane that has got these messages already. */
  readonly servedWake: (() => void) | null;
}

/**
 * Stores a batch of distinct ids in one queue. When receives wait for nothing else, they get it in the same
 * transaction: a message that finds its consumer waiting costs one commit less, and is not read back.
 * @returns null: nothing was stored, as messageAppend says it
 */
export async function handOver(
  { store, clock, standbys }: HandOverParts,
  topic: Topic,
  items: readonly MessageSendItem[],
): Promise<Stored | null> {
  const loan = standbys.lend(topic.topicId, items.length);
  const to = loan === null ? null : { groupId: loan.groupId, receivers: shares(loan, items.length) };
  let handed: HandedOver | null;
  try {
    handed = await messageHandOver(store.broker, clock.nowOrNull(), topic, items, to);
  } catch (error) {
    if (isRolledBack(error)) loan?.takeBack();
    else loan?.fail(error);
    throw error;
  }
  const served =
    to !== null && handed?.leases.length === to.receivers.length ? claimedRows(topic, items, handed, to) : null;
  if (served === null) loan?.takeBack();
  else loan?.give(served);
  if (handed === null) return null;
  const { firstOff } = handed;
  return {
    rows: items.map(({ queueId }, index) => ({ queueId, off: firstOff + index, duplicate: false })),
    servedWake: served === null || loan === null ? null : loan.wake,
  };
}

/** How many each receive gets: the first as many as it wants. */
function shares({ requests }: Loan, messages: number): HandOver['receivers'] {
  let left = messages;
  return requests.map((request) => {
    const count = Math.min(request.want, left);
    left -= count;
    return { ...request, count };
  });
}

/** What a claim would have read. */
function claimedRows(
  topic: Topic,
  items: readonly MessageSendItem[],
  { firstOff, storedAt, leases }: HandedOver,
  { receivers }: HandOver,
): ClaimedRow[][] {
  let at = 0;
  return receivers.map(({ count }, receiver) => {
    const lease = leases[receiver];
    if (lease === undefined) throw new Error('a receive has no lease');
    return items.slice(at, (at += count)).map(({ queueId, message }, bit) => ({
      receiver: receiver + 1,
      queue_id: queueId,
      queue_no: topic.queueIds.indexOf(queueId),
      off: firstOff + at - count + bit,
      lease_id: lease.leaseId,
      bit_no: bit,
      epoch: null,
      attempt: 1,
      generation: 0,
      expires_at: lease.expiresAt,
      msg_id: message.messageId,
      kind: topic.messageType,
      tag: message.tag,
      mgroup: message.messageGroup,
      keys: message.keys.length === 0 ? null : [...message.keys],
      props: message.properties,
      body_encoding: message.bodyEncoding,
      born_at: message.bornAt,
      born_host: message.bornHost,
      trace_context: message.traceContext,
      stored_at: storedAt,
      body: message.body,
    }));
  });
}
