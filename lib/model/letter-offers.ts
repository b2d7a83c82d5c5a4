/** What can be done with dead letters of a workspace beside keeping and exporting them. */
export interface LetterOffers {
  readonly redrive: boolean;
  readonly discard: boolean;
}
