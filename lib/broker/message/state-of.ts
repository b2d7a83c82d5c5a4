import type { Standing } from '../../model/group/standing';
import type { LeasedDelivery, TimelineEvent, TimelineState } from '../../model/message/timeline';

type LastEvent = Pick<TimelineEvent, 'state' | 'cause'>;

/**
 * How a message stands for a group: lists and the page of the message say the same.
 * @param passedOver the cursor went past it while its key was busy
 */
export function stateOf(row: Standing, last: LastEvent | undefined, passedOver: boolean): TimelineState {
  const known = standingOf(row) ?? endOf(outcomeOf(row), last);
  if (known !== null) return known;
  if (row.cursor === null || row.off >= row.cursor || passedOver) return 'ready';
  return row.onRecord ? 'filtered-out' : 'unrecorded';
}

/** The outcome of its first delivery; null: none is on record. */
export function outcomeOf(row: Standing): LeasedDelivery['outcome'] | null {
  if (row.claimedAt === null || row.expiresAt === null) return null;
  if (row.isOpen === true) return 'open';
  if (row.isFiltered === true) return 'filtered';
  return row.ackedMs === null ? 'elsewhere' : 'acked';
}

/** Ends after which nothing else is asked. */
const ENDS: Partial<Record<TimelineEvent['state'], TimelineState>> = {
  Dropped: 'dropped',
  Expired: 'expired',
  Sent: 'sent',
  Discarded: 'discarded',
};

/** What its lease and its last event say; null: it was never delivered. */
function endOf(outcome: LeasedDelivery['outcome'] | null, last: LastEvent | undefined): TimelineState | null {
  const ended = last === undefined ? undefined : ENDS[last.state];
  if (ended !== undefined) return ended;
  if (outcome === 'open') return 'in-flight';
  if (outcome === 'filtered' || last?.cause === 'filtered') return 'filtered-out';
  if (outcome === 'acked' || last?.state === 'Commit') return 'consumed';
  // It failed once, so it had rows of its own; without them the end is not on record.
  return outcome === 'elsewhere' ? 'unrecorded' : null;
}

/** What the rows of a message that is not finished, or dead, say; null: it has none. */
function standingOf(row: Standing): TimelineState | null {
  if (row.leased === true) return 'in-flight';
  if (row.heldDueAt !== null) return 'held';
  if (row.leased === false)
    return row.waiting === true && row.visibleAt !== null && row.visibleAt > row.now ? 'waiting-retry' : 'ready';
  return row.deadAt === null ? null : 'dead';
}
