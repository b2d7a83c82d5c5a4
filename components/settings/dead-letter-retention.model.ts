import { keptFor } from '@/lib/model/dead-letter/dead-letter-retention';
import { formatCount, plural } from '@/components/ui/number.model';
import type { DeadLetterForecast } from '@/lib/console/operations/dead-letters/views';
import { HOUR_MS, KEEP_HOURS } from '@/lib/model/dead-letter/dead-letter-retention';

/** The input of the form. */
export interface RetentionDraft {
  readonly kind: 'kept' | 'removed';
  /** Null while it cannot be read. */
  readonly keepMs: number | null;
}

/** Long enough for most teams: a long holiday. Shown when an operator first chooses to remove dead letters. */
const FIRST_OFFER_MS = 30 * 24 * HOUR_MS;
/** Friday night to Monday morning. */
const WEEKEND_HOURS = 72;

export function draftOf(keepHours: number | null): RetentionDraft {
  return keepHours === null
    ? { kind: 'kept', keepMs: FIRST_OFFER_MS }
    : { kind: 'removed', keepMs: keepHours * HOUR_MS };
}

export type ReadRetention = { readonly keepHours: number | null } | { readonly problem: string };

/** The same limits as the server's, said while typing; the server has the last word. */
export function readRetention({ kind, keepMs }: RetentionDraft): ReadRetention {
  if (kind === 'kept') return { keepHours: null };
  const [least, most] = KEEP_HOURS;
  const hours = keepMs === null ? Number.NaN : keepMs / HOUR_MS;
  if (Number.isInteger(hours) && hours >= least && hours <= most) return { keepHours: hours };
  return { problem: `Whole hours, from ${least} h to ${keptFor(most)}: “30 d”, “36 h”.` };
}

export function isShort(keepHours: number | null): boolean {
  return keepHours !== null && keepHours < WEEKEND_HOURS;
}

export function ruleWords(keepHours: number | null): string {
  return keepHours === null ? 'kept until they are re-driven' : `removed ${keptFor(keepHours)} after their death`;
}

/** "Would remove 312 of 400 dead letters now, 20 more within 24 h." */
export function forecastWords({ due, soon, retained }: DeadLetterForecast, keepHours: number | null): string {
  if (retained === 0) return 'There are no dead letters now.';
  if (keepHours === null) return `Removes none of the ${plural(retained, 'dead letter')} there are.`;
  const later = soon - due;
  const next = later === 0 ? 'none more within 24 h' : `${formatCount(later)} more within 24 h`;
  if (due === 0) return `Would remove none of ${plural(retained, 'dead letter')} now, ${next}.`;
  return `Would remove ${formatCount(due)} of ${plural(retained, 'dead letter')} now, ${next}.`;
}

/** Dead letters that a change removes within a day and that would stay without it; null: none. Pure. */
export function moreRemovedWords(now: DeadLetterForecast, then: DeadLetterForecast): string | null {
  if (then.due > now.due)
    return `${plural(then.due, 'dead letter')} would be removed at once, instead of ${formatCount(now.due)}.`;
  if (then.soon > now.soon)
    return `${plural(then.soon, 'dead letter')} would be removed within 24 h, instead of ${formatCount(now.soon)}.`;
  return null;
}
