import { formatCount, plural } from '@/components/ui/number.model';
import type { LeftOut } from '@/lib/model/dead-letter/letter-change';

/** The words of one change to a set of rows, in its button and its dialog. */
export interface ChangeWording {
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
  if (plan === undefined) return 'Counting…';
  const { matched, wouldChange, excluded } = plan;
  if (matched === 0) return none;
  return `${formatCount(wouldChange)} of ${formatCount(matched)} that match now. ${leftOutText(excluded)}`;
}

/** What is said when a change is done, or goes on. */
export function changeOutcome(one: string, did: string, { changed, left, excluded }: DoneSet): string {
  const first =
    left === 0
      ? `${plural(changed, one)} ${did}.`
      : `${formatCount(changed)} ${did} so far; ${formatCount(left)} are still to be done, in the background.`;
  return [first, leftOutText(excluded)].filter((text) => text !== '').join(' ');
}

/** "3 stay as they are: 2 held, 1 due already." */
function leftOutText(excluded: readonly LeftOut[]): string {
  const total = excluded.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return '';
  const reasons = excluded.map(({ why, count }) => `${formatCount(count)} ${why}`).join(', ');
  return `${formatCount(total)} ${total === 1 ? 'stays as it is' : 'stay as they are'}: ${reasons}.`;
}
