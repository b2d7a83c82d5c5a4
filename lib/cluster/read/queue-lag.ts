import { type Reason, told } from '../../model/language/t';
import { bound, known, notOffered, type ToldReading, unknown } from '../../model/reading';
import type { QueueStats } from '../admin/consume-stats';
import type { GroupKind } from '../topology/capability';
import type { BrokerFacts } from '../topology/facts';
import type { QueueLag } from './lag';

/**
 * How a group's offsets are to be read at one broker. With a store of its own (pulled), the committed offset passes
 * what is held longer than some seconds, and what failed and is not due yet: it bounds nothing.
 */
export type OffsetMeaning = 'handed-out' | 'pulled' | 'settled' | 'unclear';

const REASON = {
  popRecords: told('counted only with the brokers’ Prometheus port'),
  classic: told('included in “Not delivered”'),
  unclear: told('no client is connected, so the meaning of the offsets is unknown'),
  none: told('the group has no offset in this queue'),
  beyond: told('the offset is beyond the end of the queue'),
  held: told('includes messages that clients hold'),
} as const;

export function meaningOf(kind: GroupKind, { popStore }: Pick<BrokerFacts, 'popStore'>): OffsetMeaning {
  switch (kind) {
    case 'pop':
    case 'pop-ordered':
      return popStore === 'records' ? 'handed-out' : 'pulled';
    case 'classic':
    case 'classic-ordered':
      return 'settled';
    case 'both':
    case 'unknown':
      return 'unclear';
  }
}

/** What one row of a broker's answer says, and no more than that. */
export function queueLag(
  { queueNo, brokerOffset, consumerOffset, pullOffset, lastTimestamp }: QueueStats,
  place: { readonly broker: string; readonly asOf: string },
  meaning: OffsetMeaning,
): QueueLag {
  const { broker, asOf } = place;
  const lastConsumedAt = lastTimestamp > 0 ? new Date(lastTimestamp).toISOString() : null;
  const row = { broker, queueNo, endOffset: brokerOffset, lastConsumedAt };
  const problem = consumerOffset < 0 ? REASON.none : consumerOffset > brokerOffset ? REASON.beyond : null;
  if (problem !== null)
    return { ...row, offset: unknown(problem), notDelivered: unknown(problem), inFlight: unknown(problem) };
  const left = brokerOffset - consumerOffset;
  const offset = known(consumerOffset, asOf);
  const isBetween = pullOffset >= consumerOffset && pullOffset <= brokerOffset;
  const numbers = ((): Pick<QueueLag, 'notDelivered' | 'inFlight'> => {
    switch (meaning) {
      case 'handed-out':
        return { notDelivered: known(left, asOf), inFlight: notOffered(REASON.popRecords) };
      case 'pulled':
        return {
          notDelivered: isBetween
            ? known(brokerOffset - pullOffset, asOf)
            : atMost(left, asOf, told('the broker does not say what it handed out')),
          inFlight: notOffered(REASON.popRecords),
        };
      case 'settled':
        return { notDelivered: atMost(left, asOf, REASON.held), inFlight: notOffered(REASON.classic) };
      case 'unclear':
        return { notDelivered: atMost(left, asOf, REASON.unclear), inFlight: unknown(REASON.unclear) };
    }
  })();
  return { ...row, offset, ...numbers };
}

/** Nothing is exact. */
function atMost(value: number, asOf: string, reason: Reason): ToldReading<number> {
  return value === 0 ? known(0, asOf) : bound('atMost', value, asOf, reason);
}
