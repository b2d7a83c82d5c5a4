import type { LeasedDelivery, TimelineEvent, TimelineState } from '../../model/timeline';

/** What the rows of a message say about one group. */
export interface Standing {
  readonly now: Date;
  readonly off: number;
  /** The group has passed everything before it; null: it has claimed nothing yet. */
  readonly cursor: number | null;
  /** Of the row that a failed message has; null: it has none. */
  readonly leased: boolean | null;
  readonly waiting: boolean | null;
  readonly visibleAt: Date | null;
  /** When it would be due if it were not held; null: it is not. */
  readonly heldDueAt: Date | null;
  readonly deadAt: Date | null;
  /** Of the lease of its first delivery; null: there is none on record. */
  readonly claimedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly isOpen: boolean | null;
  readonly isFiltered: boolean | null;
  readonly ackedMs: number | null;
  /** A lease of this queue from before or at this message is still on record. */
  readonly onRecord: boolean;
}

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
