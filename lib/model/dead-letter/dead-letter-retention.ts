import { sayIn } from '../duration';

/** How long dead letters are kept. */
export interface DeadLetterRetention {
  /** Since the death, hours; null: until they are re-driven. */
  readonly keepHours: number | null;
}

/**
 * Kept until an operator decides: a dead letter is a message that an application still owes work for, and one that goes
 * by itself is lost without anyone having looked. The original keeps them as long as its log (72 h).
 */
export const DEFAULT_DEAD_LETTER_RETENTION: DeadLetterRetention = { keepHours: null };

/** Hours; ten years at most. */
export const KEEP_HOURS = [1, 87_600] as const;
export const HOUR_MS = 3_600_000;
/** What "soon" means wherever dead letters that expire are counted. */
export const EXPIRING_SOON_MS = 24 * HOUR_MS;
/** What a cancelled re-drive gives back is kept at least so long, so that the operator can decide again. */
export const GIVEN_BACK_MS = 24 * HOUR_MS;

export function keepMsOf({ keepHours }: DeadLetterRetention): number | null {
  return keepHours === null ? null : keepHours * HOUR_MS;
}

export interface Expirable {
  readonly deadAt: Date;
  /** Not removed before; null: only the retention counts. */
  readonly keptUntil: Date | null;
  /** The open re-drive that has chosen it. */
  readonly redriveId: number | null;
  /** An operator holds it: it does not expire until it is released. */
  readonly heldAt: Date | null;
}

/** When it is removed; null: not while things are as they are. */
export function expiryOf({ deadAt, keptUntil, redriveId, heldAt }: Expirable, keepMs: number | null): Date | null {
  if (keepMs === null || redriveId !== null || heldAt !== null) return null;
  return new Date(Math.max(deadAt.getTime() + keepMs, keptUntil?.getTime() ?? 0));
}

/** "30 d", "36 h". */
export function keptFor(keepHours: number): string {
  return keepHours % 24 === 0 ? sayIn(keepHours / 24, 'd') : sayIn(keepHours, 'h');
}
