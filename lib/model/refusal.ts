/** What a person gave cannot be answered; it is for that person to correct. */
export interface Refusal {
  /** The input that is wrong. */
  readonly field: string;
  readonly message: string;
}
