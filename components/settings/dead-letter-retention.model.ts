import { t } from '@/lib/model/language/t';
import { keptFor } from '@/lib/model/dead-letter/dead-letter-retention';
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
  return {
    problem: t('Enter whole hours from {least} to {most}, such as “30 d” or “36 h”.', {
      ...{ least: keptFor(least), most: keptFor(most) },
    }),
  };
}

export function isShort(keepHours: number | null): boolean {
  return keepHours !== null && keepHours < WEEKEND_HOURS;
}

export function ruleWords(keepHours: number | null): string {
  return keepHours === null
    ? t('kept until they are re-driven')
    : t('removed {duration} after their move to the DLQ', { duration: keptFor(keepHours) });
}

/** The same as a sentence. */
export function ruleSentence(keepHours: number | null): string {
  return keepHours === null
    ? t('Dead letters are kept until they are re-driven.')
    : t('Dead letters are removed {duration} after their move to the DLQ.', { duration: keptFor(keepHours) });
}

/** "Would remove 312 of 400 dead letters now, 20 more within 24 h." */
export function forecastWords({ due, soon, retained }: DeadLetterForecast, keepHours: number | null): string {
  if (retained === 0) return t('There are no dead letters.');
  const given = { due, retained, later: soon - due };
  if (keepHours === null)
    return t('Would remove none of {retained, plural, one {# dead letter} other {# dead letters}}.', given);
  return due === 0
    ? t(
        `Would remove none of {retained, plural, one {# dead letter} other {# dead letters}} now,
        {later, plural, =0 {none} other {#}} within 24 h.`,
        given,
      )
    : t(
        `Would remove {due, number} of {retained, plural, one {# dead letter} other {# dead letters}} now,
        {later, plural, =0 {none} other {# more}} within 24 h.`,
        given,
      );
}

/** Dead letters that a change removes within a day and that would stay without it; null: none. Pure. */
export function moreRemovedWords(now: DeadLetterForecast, then: DeadLetterForecast): string | null {
  if (then.due > now.due)
    return t(
      `{count, plural, one {# dead letter} other {# dead letters}} would be removed immediately instead of
      {before, number}.`,
      { count: then.due, before: now.due },
    );
  if (then.soon > now.soon)
    return t(
      `{count, plural, one {# dead letter} other {# dead letters}} would be removed within 24 h instead of
      {before, number}.`,
      { count: then.soon, before: now.soon },
    );
  return null;
}
