import { english, type Reason, tell, type Told } from './language/t';

/** Everything a verb can refuse, named once; each transport maps these codes in one place. */
export type BrokerErrorCode =
  | 'bad-request'
  | 'illegal-topic'
  | 'illegal-group'
  | 'illegal-tag'
  | 'illegal-key'
  | 'illegal-message-group'
  | 'illegal-lite-topic'
  | 'illegal-property-key'
  | 'illegal-message-id'
  | 'illegal-filter'
  | 'illegal-invisible-time'
  | 'illegal-delivery-time'
  | 'illegal-recall-handle'
  | 'recall-too-late'
  | 'illegal-polling-time'
  | 'invalid-receipt-handle'
  | 'message-type-conflict'
  | 'message-corrupted'
  | 'body-too-large'
  | 'body-empty'
  | 'properties-too-large'
  | 'topic-not-found'
  | 'group-not-found'
  | 'message-not-found'
  | 'invalid-transaction-id'
  | 'transaction-not-found'
  | 'transaction-ended'
  | 'not-found'
  | 'already-exists'
  | 'conflict'
  | 'unauthorized'
  | 'forbidden'
  /** The person must prove again who they are. */
  | 'unconfirmed'
  /** It waits for a second person; nothing was changed. */
  | 'needs-approval'
  /** A file in git decides it: it needs a reason to change it here. */
  | 'managed'
  | 'too-many-requests'
  | 'lite-topic-quota'
  | 'lite-subscription-quota'
  | 'unsupported'
  /** Another change holds a lock. Nothing was changed, and the same request may succeed soon. */
  | 'busy'
  | 'unavailable'
  | 'internal';

/** One input that is refused. */
export interface Problem {
  /** The input field that is wrong, as the caller names it. */
  readonly field?: string | undefined;
  /** The limit it broke, in words or as a number with its unit. */
  readonly limit?: string | number | undefined;
  /** What the caller gave (shortened, never a secret). */
  readonly value?: string | number | null | undefined;
  readonly message: string;
  /** The same, for a reader of another language. */
  readonly told?: Told | undefined;
}

export interface ErrorDetail extends Omit<Problem, 'message' | 'told'> {
  /** Every input that was found wrong, this one first; left out: this one alone. */
  readonly problems?: readonly Problem[];
  readonly cause?: unknown;
}

/** For `instanceof` of an error by its name: Next loads modules twice, and the two classes are not the same. */
export function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

/**
 * A refusal with a reason that may be shown to the caller. Its `message` is English, for logs, programs and whatever is
 * stored; `shown` is for the reader of a page.
 */
export class BrokerError extends Error {
  static override [Symbol.hasInstance](error: unknown): boolean {
    return isNamed(error, 'BrokerError');
  }

  readonly code: BrokerErrorCode;
  readonly #told: Reason;
  readonly field: string | undefined;
  readonly limit: string | number | undefined;
  readonly value: string | number | null | undefined;
  /** Every input that was found wrong, this one first; empty: it is about no input. */
  readonly problems: readonly Problem[];

  constructor(code: BrokerErrorCode, message: Reason, detail: ErrorDetail = {}) {
    const { stackTraceLimit } = Error;
    // Sent thousands of times a second to throttled clients: an answer, not a fault. Its stack is never read: where it
    // was made, and finding that out costs more than all the rest of it.
    if (code === 'too-many-requests') Error.stackTraceLimit = 0;
    super(english(message), detail.cause === undefined ? undefined : { cause: detail.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'BrokerError';
    this.code = code;
    this.#told = message;
    this.field = detail.field;
    this.limit = detail.limit;
    this.value = detail.value;
    const { field, limit, value } = detail;
    this.problems = detail.problems ?? (field === undefined ? [] : [problemOf({ field, limit, value }, message)]);
  }

  get shown(): string {
    return tell(this.#told);
  }

  /** For whatever says it later, in the language of each reader. */
  get reason(): Reason {
    return this.#told;
  }
}

/** What went wrong, in words for the reader of later. */
export function reasonOfError(error: unknown): Reason {
  if (isBrokerError(error)) return error.reason;
  return error instanceof Error ? error.message : String(error);
}

function problemOf(of: Omit<Problem, 'message' | 'told'>, message: Reason): Problem {
  return typeof message === 'string' ? { ...of, message } : { ...of, message: english(message), told: message };
}

/** A problem as its reader sees it. */
export function shownProblem({ told, ...problem }: Problem): Problem {
  return told === undefined ? problem : { ...problem, message: tell(told) };
}

export function isBrokerError(error: unknown): error is BrokerError {
  return error instanceof BrokerError;
}
