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
