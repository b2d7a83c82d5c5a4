import { plural } from '@/components/ui/number.model';
import type { GroupDeadLettersView } from '@/lib/console/operations/dead-letters/views';
import type { GroupCauseView } from '@/lib/console/operations/groups/views';
import type { Reading } from '@/lib/model/reading';
import { formatPart } from '@/lib/model/share';

/** A cause of a group: what it moved to the DLQ, and how often it failed in the last 60 minutes. */
export interface CauseLine {
  /** Its fingerprint; null: no error was reported. */
  readonly key: string | null;
  readonly errorType: string | null;
  readonly text: string | null;
  readonly dead: number;
  /** Null: an attached cluster does not count failures. */
  readonly failed: number | null;
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly versions: readonly string[];
}

type Dead = Pick<GroupDeadLettersView, 'items' | 'causes' | 'causeLetters' | 'unreported' | 'outcomes'>;

/** Dead letters and failures of the last hour by cause, the most of both first. @param failing null: not counted */
export function causeLines(
  { items }: Pick<Dead, 'items'>,
  failing: readonly GroupCauseView[] | null,
): readonly CauseLine[] {
  const failedOf = new Map((failing ?? []).map((cause) => [cause.fingerprint, cause]));
  const dead = items.map(({ key, errorType, text, count, firstAt, lastAt, versions }) => ({
    ...{ key, errorType, text, dead: count, firstAt, lastAt, versions },
    failed: failing === null ? null : (failedOf.get(key)?.failed ?? 0),
  }));
  const known = new Set<string | null>(items.map(({ key }) => key));
  const only = (failing ?? [])
    .filter(({ fingerprint, failed }) => !known.has(fingerprint) && failed > 0)
    .map(({ fingerprint, errorType, text, failed, lastAt }) => ({
      ...{ key: fingerprint, errorType, text, failed, lastAt, dead: 0, firstAt: null, versions: [] },
    }));
  return [...dead, ...only].toSorted((one, other) => weightOf(other) - weightOf(one));
}

function weightOf({ dead, failed }: CauseLine): number {
  return dead + (failed ?? 0);
}

const HALF = 0.5;

/** "74 % have two causes."; empty: one dead letter alone. */
export function shareWords({ items, causes, causeLetters, unreported }: Dead): string {
  const all = causeLetters + unreported;
  const [first, second] = items;
  if (all === 0) return '';
  if (first === undefined) return all === 1 ? 'It has no reported error.' : 'None of them has a reported error.';
  if (first.count === all) return all === 1 ? '' : 'All of them have one cause.';
  if (second === undefined || first.count >= all * HALF || causes === 1)
    return `${formatPart(first.count, all, 0)} have one cause.`;
  return first.count + second.count === all
    ? 'They have two causes.'
    : `${formatPart(first.count + second.count, all, 0)} have two causes.`;
}

/** What retries since the last dead letter say about a fix. @param isReported brokers of a cluster report none */
export function fixWords({ succeeded, failed, isFloor }: Dead['outcomes'], isReported: boolean): string {
  if (!isReported) return 'The brokers do not report how retries end. The canary of a re-drive would show.';
  const all = plural(succeeded + failed, 'retry', 'retries');
  const of = isFloor ? 'Of the newest failures alone: ' : '';
  if (failed > 0) return `${of}${failed} of ${all} that finished since failed again.`;
  if (succeeded > 0) return `${of}${all} of these causes succeeded since, and none failed.`;
  return (
    `${of}${isFloor ? 'no' : 'No'} retry has finished since, so we can't tell yet whether it's fixed. ` +
    'The canary of a re-drive would show.'
  );
}

/** Of a cluster none is indexed here, which says little alone. @param atBrokers what the brokers keep */
export function notIndexedWords(atBrokers: Reading<number>): string {
  if (atBrokers.kind === 'unknown')
    return `No dead letter is indexed here. How many the brokers keep is unknown: ${atBrokers.reason}.`;
  if (atBrokers.value === 0) return 'No dead letters.';
  return `The brokers keep ${plural(atBrokers.value, 'dead letter')}; none is indexed here yet.`;
}

/** "7 more causes with 656 dead letters · 258 dead letters have no reported error"; empty: all is shown. */
export function restWords(
  { causes, causeLetters, unreported }: Dead,
  shown: readonly Pick<CauseLine, 'dead'>[],
): string {
  const listed = shown.filter(({ dead }) => dead > 0);
  const more = causes - listed.length;
  const letters = causeLetters - listed.reduce((sum, { dead }) => sum + dead, 0);
  return [
    more > 0 ? `${plural(more, 'more cause')} with ${plural(letters, 'dead letter')}` : '',
    unreported > 0 ? `${plural(unreported, 'dead letter has', 'dead letters have')} no reported error` : '',
  ]
    .filter((words) => words !== '')
    .join(' · ');
}
