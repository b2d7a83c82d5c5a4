import type { GroupDeadLettersView } from '@/lib/console/operations/dead-letters/views';
import type { GroupCauseView } from '@/lib/console/operations/groups/views';
import type { Reading } from '@/lib/model/reading';
import { formatPart } from '@/lib/model/share';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

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
  if (first === undefined)
    return t('{all, plural, one {It has no reported error.} other {None of them has a reported error.}}', { all });
  if (first.count === all) return all === 1 ? '' : t('All dead letters have the same cause.');
  if (second === undefined || first.count >= all * HALF || causes === 1)
    return t('{share} have one cause.', { share: formatPart(first.count, all, 0) });
  return first.count + second.count === all
    ? t('The dead letters have two causes.')
    : t('{share} have two causes.', { share: formatPart(first.count + second.count, all, 0) });
}

/** What retries since the last dead letter say about a fix. @param isReported brokers of a cluster report none */
export function fixWords({ isFloor, ...outcomes }: Dead['outcomes'], isReported: boolean): string {
  if (!isReported) return t('The brokers do not report how retries end. The canary of a re-drive would show.');
  const since = sinceWords(outcomes);
  return isFloor ? sentences(t('Only the newest failures are counted.'), since) : since;
}

function sinceWords({ succeeded, failed }: Omit<Dead['outcomes'], 'isFloor'>): string {
  const all = succeeded + failed;
  if (failed > 0 && failed === all)
    return t('{all, plural, one {The only retry} other {All # retries}} that finished since failed again.', { all });
  if (failed > 0)
    return t('{failed, number} of {all, number} retries that finished since failed again.', { failed, all });
  if (succeeded > 0)
    return t('{all, plural, one {# retry} other {# retries}} of these causes succeeded since, and none failed.', {
      all,
    });
  return sentences(
    t("No retry has finished since, so we can't tell yet whether it's fixed."),
    t('The canary of a re-drive would show.'),
  );
}

/** Of a cluster none is indexed here, which says little alone. @param atBrokers what the brokers keep */
export function notIndexedWords(atBrokers: Reading<number>): string {
  if (atBrokers.kind === 'unknown')
    return t('No dead letter is indexed here. How many the brokers keep is unknown: {reason}.', {
      reason: atBrokers.reason,
    });
  if (atBrokers.value === 0) return t('No dead letters.');
  return t('The brokers keep {count, plural, one {# dead letter} other {# dead letters}}; none is indexed here yet.', {
    count: atBrokers.value,
  });
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
    more > 0
      ? t(
          `{more, plural, one {# more cause} other {# more causes}} with {letters, plural, one {# dead letter} other
          {# dead letters}}`,
          { more, letters },
        )
      : '',
    unreported > 0
      ? t('{unreported, plural, one {# dead letter has} other {# dead letters have}} no reported error', { unreported })
      : '',
  ]
    .filter((words) => words !== '')
    .join(' · ');
}
