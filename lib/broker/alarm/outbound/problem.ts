/** Why something could not be told, in our words: what the other side answered is never shown. */
export class SendProblem extends Error {
  /** HTTP or SMTP code; null: none came. */
  readonly status: number | null;

  constructor(message: string, status: number | null = null, cause?: unknown) {
    super(message, { cause });
    this.name = 'SendProblem';
    this.status = status;
  }
}
