/** Why a notification could not be sent, in our words: the answer of the other side is never shown. */
export class SendProblem extends Error {
  /** HTTP or SMTP code; null: none came. */
  readonly status: number | null;
  /** How long the receiver asked to be left alone, milliseconds; null: it did not. */
  readonly retryAfterMs: number | null;

  constructor(message: string, status: number | null = null, cause?: unknown, retryAfterMs: number | null = null) {
    super(message, { cause });
    this.name = 'SendProblem';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
