import type { TracedEnd } from '../cluster/traced-end';

/**
 * States of one message for one consumer group. Commit and DLQ are final until an operator re-drives; Dropped is the
 * end of a failure in a broadcast group; Expired that of a dead letter whose retention is over. Discarded is a dead
 * letter that an operator took away, Restored one that was brought back from there. Sent is one that a
 * re-drive sent to another topic. Held is one that an operator keeps from being delivered.
 */
export const DELIVERY_STATES = [
  'Ready',
  'Inflight',
  'WaitingRetry',
  'Commit',
  'DLQ',
  'Dropped',
  'Expired',
  'Discarded',
  'Restored',
  'Sent',
  'Held',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DELIVERY_CAUSES = [
  'delivered',
  'acked',
  'nack',
  'timeout',
  'consumption-timeout',
  'client-gone',
  /** The reply did not reach the client: not counted as an attempt. */
  'reply-lost',
  /** The client suspended its lite topic: not counted as an attempt. */
  'suspended',
  'forwarded',
  'released',
  'extended',
  'limit-lowered',
  're-driven',
  'recalled',
  /** The group's filter did not match any more: consumed without a delivery. */
  'filtered',
  'acked-early',
  'restarted',
  /** A dead letter past its retention was removed. */
  'expired',
  /** An operator took a dead letter away, and brought it back. */
  'discarded',
  'restored',
  /** A re-drive sent the dead letter to another topic. */
  'sent-to-topic',
  /** An operator holds the message, or its key, and lets it go on. */
  'held',
  'hold-released',
  /** An operator ended its wait: by a delivery at once, or as a dead letter. */
  'retried-now',
  'buried',
  /** An operator took it back from the client that had it. */
  'revoked',
  /** An operator took back the message of its key before it, and this one came back with it: not counted. */
  'returned',
  /** It waited, or a client held it, when its topic was deleted. */
  'topic-deleted',
  /** A move took it to an attached cluster. */
  'moved',
] as const;
export type DeliveryCause = (typeof DELIVERY_CAUSES)[number];

/**
 * Of a dead letter: how its last delivery ended, or that no client ever answered any of its deliveries. Of one in a
 * cluster the brokers say only that its retries were exhausted.
 */
export type DeathCause = DeliveryCause | 'unconfirmed' | 'exhausted' | TracedEnd;

export type ConsumerKind = 'push' | 'simple';

/**
 * Legal edges. Push consumers wait for the policy's interval after a failure; simple consumers have no
 * WaitingRetry. A lowered limit sends a waiting message to the dead letters; a re-drive brings it back. One that the
 * group's filter does not match any more is committed without a delivery. A failure in a broadcast group is dropped;
 * only when its reply turns out to have been lost is it ready again. What is under way when its topic is deleted is
 * dropped. Source: Apache RocketMQ 5 documentation, "Consumption Retry", state machines of PushConsumer and
 * SimpleConsumer. What waits, an operator may deliver at once, hold and release, or send to the dead letters.
 */
const EDGES: Record<ConsumerKind, Record<DeliveryState, readonly DeliveryState[]>> = {
  push: {
    Ready: ['Inflight', 'Commit', 'DLQ', 'Held', 'Dropped'],
    Inflight: ['Inflight', 'Commit', 'WaitingRetry', 'Ready', 'DLQ', 'Dropped'],
    WaitingRetry: ['Ready', 'Inflight', 'Commit', 'DLQ', 'Held', 'Dropped'],
    Held: ['WaitingRetry', 'Ready', 'DLQ', 'Dropped'],
    Commit: [],
    DLQ: ['Ready', 'Expired', 'Discarded', 'Sent'],
    Dropped: ['Ready'],
    Expired: [],
    Discarded: ['Restored'],
    Restored: ['Ready', 'Expired', 'Discarded', 'Sent'],
    Sent: [],
  },
  simple: {
    Ready: ['Inflight', 'Commit', 'DLQ', 'Held', 'Dropped'],
    Inflight: ['Inflight', 'Commit', 'Ready', 'DLQ', 'Dropped'],
    WaitingRetry: [],
    Held: ['Ready', 'DLQ', 'Dropped'],
    Commit: [],
    DLQ: ['Ready', 'Expired', 'Discarded', 'Sent'],
    Dropped: ['Ready'],
    Expired: [],
    Discarded: ['Restored'],
    Restored: ['Ready', 'Expired', 'Discarded', 'Sent'],
    Sent: [],
  },
};

export function isLegalTransition(consumer: ConsumerKind, from: DeliveryState, to: DeliveryState): boolean {
  return EDGES[consumer][from].includes(to);
}
