/** What can be done with dead letters of a workspace beside keeping and exporting them, and what is known of them. */
export interface LetterOffers {
  readonly redrive: boolean;
  readonly discard: boolean;
  /** Which client had each last. */
  readonly lastClient: boolean;
  /** Why none can be sent to another topic by itself; null: they can. */
  readonly noRedirect: string | null;
}
