import { retold, toldFrom } from '../../../model/language/retell';
import { msg, type Reason } from '../../../model/language/t';
import { CERTIFICATE_PROBLEMS, certificateProblem } from './certificate-problem';

/** Kept in the log in English, and said in the language of its reader. */
export const SEND_PROBLEMS = {
  refused: msg('the connection was refused'),
  lost: msg('the connection was lost'),
  failed: msg('the connection failed'),
  timedOut: msg('timed out'),
  status: msg('it responded with {status}'),
  redirect: msg('it responded with a redirect, which is not followed'),
  packed: msg('it responded with compressed text'),
  longText: msg('its text is longer than 64 MiB'),
  longLine: msg('a line of it is longer than 64 KiB'),
  plainPassword: msg('refused: the password would be sent without encryption'),
  login: msg('user name or password was not accepted'),
  unencrypted: msg('the connection could not be encrypted'),
  mailStatus: msg('the mail server responded with {status}'),
  noAddress: msg('the name has no address'),
  private: msg('refused: it leads to an address that is not public'),
  unresolved: msg('the name could not be resolved'),
  sealed: msg('its secret was sealed with another REDRIVE_SECRET_KEY: enter it again'),
  switchedOff: msg('the channel was switched off'),
  inside: msg('it failed inside Redrive; see the log'),
} as const;

/** As the longer texts of one pattern come first: "a redirect" is no status. */
const MESSAGES: readonly string[] = [
  SEND_PROBLEMS.redirect,
  SEND_PROBLEMS.packed,
  ...Object.values(SEND_PROBLEMS),
  ...CERTIFICATE_PROBLEMS,
];

export function sendProblemWords(english: string | null): string | null {
  return english === null ? null : retold(MESSAGES, english);
}

/** The same as a message, for the caller that says it later. */
export function toldSendProblem(english: string): Reason {
  return toldFrom(MESSAGES, english);
}

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
  if (code === 'ECONNREFUSED') return SEND_PROBLEMS.refused;
  if (code === 'ECONNRESET' || code === 'EPIPE') return SEND_PROBLEMS.lost;
  if (code === 'ETIMEDOUT' || code === 'ETIME') return SEND_PROBLEMS.timedOut;
  return certificateProblem(code) ?? SEND_PROBLEMS.failed;
}
