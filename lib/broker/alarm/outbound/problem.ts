import { certificateProblem } from './certificate-problem';

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

/** Also for SMTP. */
export function wordFor(error: unknown): string {
  // The mail library puts a code of its own in the place of the system's.
  const { code: outer, originalCode } = error as { code?: unknown; originalCode?: unknown };
  const code = [originalCode, outer].find((each) => typeof each === 'string') ?? '';
  if (code === 'ECONNREFUSED') return 'the connection was refused';
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was lost';
  if (code === 'ETIMEDOUT' || code === 'ETIME') return 'timed out';
  return certificateProblem(code) ?? 'the connection failed';
}
