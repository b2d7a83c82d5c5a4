import type { LetterPlan } from '../../model/dead-letter/letter-change';
import type { LetterTally } from '../../store/queries/dead-letter/letter-edit';

/** The row without a reason counts what a change would take. */
export function toLetterPlan(tally: readonly LetterTally[]): Pick<LetterPlan, 'matched' | 'wouldChange' | 'excluded'> {
  const excluded = tally.flatMap(({ why, count }) => (why === null ? [] : [{ why, count }]));
  return {
    matched: tally.reduce((sum, { count }) => sum + count, 0),
    wouldChange: tally.find(({ why }) => why === null)?.count ?? 0,
    excluded: excluded.toSorted((a, b) => b.count - a.count || a.why.localeCompare(b.why)),
  };
}
