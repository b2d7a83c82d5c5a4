import type { LeftOut } from '../dead-letter/letter-change';
import type { LeaseHolder } from './revoke';

/** What an operator can decide about messages that wait for a retry. Each row is all there is to know of one. */
export const RETRY_CHANGES = {
  /** Due at once, as if its wait were over; the attempt counts as any other. */
  now: { audit: 'retry.now', leaves: 'waiting' },
  /** No retry any more: dead, and can be re-driven. */
  bury: { audit: 'retry.bury', leaves: 'waiting' },
  /** Not delivered, and does not die, until it is released. In an ordered group: nor is anything of its key. */
  hold: { audit: 'retry.hold', leaves: 'waiting' },
  /** Due when it would have been due; at once if that is past. */
  release: { audit: 'retry.release', leaves: 'held' },
} as const satisfies Record<string, { audit: string; leaves: string }>;

export type RetryVerb = keyof typeof RETRY_CHANGES;
export const RETRY_VERBS = ['now', 'bury', 'hold', 'release'] as const satisfies readonly RetryVerb[];

export const RETRY_CHANGE_LIMITS = {
  /** From so many on, a reason is needed. */
  reasonFrom: 100,
  reasonChars: 500,
  /** Messages that a request may name one by one. */
  ids: 500,
} as const;

/** Which waiting messages of a group are meant; every condition must hold. */
export interface RetryFilter {
  /** Deliveries made so far. */
  readonly attemptsFrom?: number | undefined;
  readonly attemptsTo?: number | undefined;
  /** Key of the cause of the last failure. */
  readonly cause?: string | undefined;
  /** One of the keys of the message, or its message group. */
  readonly key?: string | undefined;
  /** Stored before this moment. */
  readonly storedBefore?: Date | undefined;
  /** Dead by this moment unless it succeeds. */
  readonly diesBefore?: Date | undefined;
  /** The next delivery is the last one. */
  readonly lastTry?: boolean | undefined;
  readonly held?: boolean | undefined;
  /** Its next try is from this moment on, and before that one. */
  readonly dueFrom?: Date | undefined;
  readonly dueTo?: Date | undefined;
}

/** Exactly one of messageIds, filter and all. */
export interface RetrySelection {
  readonly group: string;
  readonly messageIds?: readonly string[] | undefined;
  readonly filter?: RetryFilter | undefined;
  readonly all?: true | undefined;
  /** From a plan: nothing that failed, or changed otherwise, since then. */
  readonly throughEpoch?: number | undefined;
  /** Messages that clients have are taken back from them. Only with messageIds, to retry them or to move them. */
  readonly revoke?: boolean | undefined;
}

/** What a change would do now. */
export interface RetryPlan {
  readonly matched: number;
  readonly wouldChange: number;
  readonly excluded: readonly LeftOut[];
  readonly throughEpoch: number;
  /** Of a revoke: the clients that messages would be taken from. */
  readonly holders: readonly LeaseHolder[];
  /** Of a revoke: what the operator accepts; empty: nothing would be taken from a client. */
  readonly consequences: readonly string[];
}

/** How far a change is. `changed`, the excluded ones and `left` add up to `matched`. */
export interface RetryJob {
  readonly jobId: number;
  readonly verb: RetryVerb;
  readonly matched: number;
  readonly changed: number;
  readonly excluded: readonly LeftOut[];
  /** Still to be done: a worker goes on with them. */
  readonly left: number;
}
