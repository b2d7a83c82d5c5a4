import { msg, type Told, t, told, toldOf } from '../language/t';

/**
 * What an operator can decide about many dead letters at once, beside a re-drive. Each row is all there is to know of
 * one: who needs to give a reason, and its name in the audit log.
 */
export const LETTER_CHANGES = {
  /** No dead letter any more; can be restored for a while, then it is gone for good. */
  discard: { reason: 'always', audit: 'dead-letter.discard', did: 'discarded' },
  /** A discarded one is a dead letter again, as it was. */
  restore: { reason: 'many', audit: 'dead-letter.restore', did: 'restored' },
  /** Is not removed when its time is over. */
  hold: { reason: 'many', audit: 'dead-letter.hold', did: 'held' },
  release: { reason: 'many', audit: 'dead-letter.release', did: 'released' },
  /** Is removed later. */
  extend: { reason: 'many', audit: 'dead-letter.extend', did: 'extended' },
  /** May stay: it remains a dead letter, and no alarm counts it. */
  accept: { reason: 'always', audit: 'dead-letter.accept', did: 'accepted' },
  unaccept: { reason: 'many', audit: 'dead-letter.unaccept', did: 'no longer accepted' },
} as const satisfies Record<string, { reason: 'always' | 'many'; audit: string; did: string }>;

export type LetterVerb = keyof typeof LETTER_CHANGES;

const HOUR_MS = 3_600_000;

export const LETTER_LIMITS = {
  /** From so many on, a reason is needed. */
  reasonFrom: 100,
  reasonChars: 500,
  /** How long a discarded one can be restored, unless its own time is over before. */
  restoreMs: 7 * 24 * HOUR_MS,
  /** At least so long, also when its own time is over already: a mistake is noticed. */
  restoreLeastMs: HOUR_MS,
  /** What is released or restored past its time is kept for so long. */
  keptMs: 24 * HOUR_MS,
} as const;

/** Why the database leaves some as they are: said in the language of the reader, and in English to programs. */
const WHY_LEFT: ReadonlySet<string> = new Set([
  msg('a dead letter again'),
  msg('accepted already'),
  msg('acknowledged already'),
  msg('changed meanwhile'),
  msg('does not expire'),
  msg('due already'),
  msg('gone for good'),
  msg('held'),
  msg('held already'),
  msg('held by an operator'),
  msg('kept as long already'),
  msg('no longer a dead letter'),
  msg('no longer waiting'),
  msg('not accepted'),
  msg('not held'),
  msg('not the head of its key'),
  msg('on its last attempt'),
]);

export function whyLeft(why: string): string {
  return WHY_LEFT.has(why) ? t(why) : why;
}

/** The same for an error. */
export function toldWhyLeft(why: string): Told {
  return WHY_LEFT.has(why) ? toldOf(why, {}) : told('{why}', { why });
}

/** Why some were left as they are, and how many. */
export interface LeftOut {
  readonly why: string;
  readonly count: number;
}

/** What a change would do now. */
export interface LetterPlan {
  readonly matched: number;
  readonly wouldChange: number;
  readonly excluded: readonly LeftOut[];
  /** Bounds the set, and says nothing else: a change with it takes this set, and no dead letter of later. */
  readonly throughId: number;
  /** Of a discard: they can be restored until then at the latest. Of an extension: they are kept until then. */
  readonly until: Date | null;
}

/** How far a change is. `changed`, the excluded ones and `left` add up to `matched`. */
export interface LetterJob {
  readonly jobId: number;
  readonly verb: LetterVerb;
  readonly matched: number;
  readonly changed: number;
  readonly excluded: readonly LeftOut[];
  /** Still to be done: a worker goes on with them. */
  readonly left: number;
  readonly until: Date | null;
}
