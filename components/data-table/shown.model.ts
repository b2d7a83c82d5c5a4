import { t } from '@/lib/model/language/t';
import type { Reading } from '@/lib/model/reading';

/** The footer's sentence. `paged`: this is not the first page, so the rows shown are not all there are before it. */
export function describeShown(shown: number, total: Reading<number> | undefined, paged: boolean): string {
  const these = paged ? t('{shown, number} on this page', { shown }) : t('{shown, number} shown', { shown });
  if (total === undefined) return these;
  if (total.kind === 'unknown') return t('{these}, total unknown', { these });
  const given = { these, total: total.value };
  if (total.kind === 'stale') return t('{these} of {total, number}, stale', given);
  if (total.atLeast === true) return t('{these} of at least {total, number}', given);
  return total.estimate === true
    ? t('{these} of about {total, number}', given)
    : t('{these} of {total, number}, exact', given);
}
