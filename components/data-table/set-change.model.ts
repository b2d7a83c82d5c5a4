import { type LeftOut, whyLeft } from '@/lib/model/dead-letter/letter-change';
import { enumerated, sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

/** The words of one change to a set of rows, in its button and its dialog. */
export interface ChangeWording {
  /** A message, as `explains` is. */
  readonly label: string;
  readonly title: (count: string, group: string) => string;
  readonly confirm: (count: string) => string;
  readonly explains: string;
  readonly danger?: true;
}

interface CountedSet {
  readonly matched: number;
  readonly wouldChange: number;
  readonly excluded: readonly LeftOut[];
}

interface DoneSet {
  readonly changed: number;
  /** Still to be done. */
  readonly left: number;
  readonly excluded: readonly LeftOut[];
}

/** What a change would do, from its dry run. @param none said when nothing of the set is left */
export function planText(plan: CountedSet | undefined, none: string): string {
  if (plan === undefined) return t('Counting…');
  const { matched, wouldChange, excluded } = plan;
  if (matched === 0) return none;
  return sentences(
    t('{wouldChange, number} of {matched, number} can be changed now.', { wouldChange, matched }),
    leftOutText(excluded),
  );
}

/** What is said when a change is done, or goes on. @param did the sentence about the ones that are done */
export function changeOutcome(did: (changed: number) => string, { changed, left, excluded }: DoneSet): string {
  const rest =
    left === 0 ? '' : t('{left, plural, one {# more follows} other {# more follow}} in the background.', { left });
  return sentences(did(changed), rest, leftOutText(excluded));
}

/** "3 left out: held (2), due already (1)." */
function leftOutText(excluded: readonly LeftOut[]): string {
  const total = excluded.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return '';
  const reasons = excluded.map(({ why, count }) => t('{why} ({count, number})', { why: whyLeft(why), count }));
  return t('{total, number} left out: {reasons}.', { total, reasons: enumerated(reasons) });
}
