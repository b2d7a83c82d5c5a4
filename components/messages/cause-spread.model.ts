import { formatCount, plural } from '@/components/ui/number.model';
import type { CauseSpreadView } from '@/lib/console/operations/causes/views';

/** "312 of the 340 waiting messages of billing have this cause"; a count that ended early is "at least". Pure. */
export function spreadSentence(
  { waiting, waitingOfCause, deadLetters, most }: Omit<CauseSpreadView, 'firstAt' | 'lastAt'>,
  group: string,
): string {
  const letters =
    deadLetters === 0 ? null : `${deadLetters >= most ? 'at least ' : ''}${plural(deadLetters, 'dead letter')}`;
  const among =
    waitingOfCause === 0
      ? null
      : waiting >= most
        ? `${formatCount(waitingOfCause)} of ${formatCount(waiting)} waiting messages checked`
        : `${formatCount(waitingOfCause)} of the ${plural(waiting, 'waiting message')}`;
  const parts = [among, letters].filter((part) => part !== null);
  if (parts.length === 0) return `No other message of ${group} has this cause now`;
  const alone = parts.length === 1 && (waitingOfCause === 1 && waiting > 0 ? letters === null : deadLetters === 1);
  return `${parts.join(' and ')} of ${group} ${alone ? 'has' : 'have'} this cause`;
}
