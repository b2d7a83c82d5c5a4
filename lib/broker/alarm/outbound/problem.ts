/** Why a notification could not be sent, in our words: the answer of the other side is never shown. */
export class SendProblem extends Error {
  /** HTTP or SMTP code; null: none came. */
  readonly status: number | null;
  /** The Retry-After of the receiver, milliseconds; null: none. */
  readonly retryAfterMs: number | null;

  constructor(message: string, status: number | null = null, cause?: unknown, retryAfterMs: number | null = null) {
    super(message, { cause });
    this.name = 'SendProblem';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}
