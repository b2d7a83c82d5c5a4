import { ArrowDown, ArrowRight, ArrowUp, Flag, type LucideIcon, Minus, Square } from 'lucide-react';
import { formatCount, plural } from '@/components/ui/number.model';
import { describeCause } from '@/components/ui/delivery-cause.model';
import type { CausePage, CauseView, ListedCauseView } from '@/lib/console/operations/causes/views';
import { type CauseTrend, type ShownCauseState, TIDE } from '@/lib/model/dead-letter/cause';

/** What the application or the broker says, in one line. */
export function causeTitle({ errorType, text }: Pick<CauseView, 'errorType' | 'text'>): string {
  if (errorType === null) return 'Cause not reported';
  return text === null || text === '' ? errorType : `${errorType}: ${text}`;
}

/** The same for headings and breadcrumbs: not a word is a hash. */
export function causeName(
  cause: Pick<CauseView, 'errorType' | 'text' | 'brokerCause'> & { readonly key: string },
): string {
  if (cause.key === '') return 'Not grouped yet';
  return cause.errorType === null ? `Cause not reported: ${describeCause(cause.brokerCause)}` : causeTitle(cause);
}

/** A few words of it. */
export function causeShortName(
  cause: Pick<CauseView, 'errorType' | 'text' | 'brokerCause'> & { readonly key: string },
): string {
  const type = cause.errorType?.split(/[.:]/).at(-1);
  const name = type === undefined || type === '' || /^error$/i.test(type) ? causeName(cause) : type;
  return name.length > 48 ? `${name.slice(0, 47)}…` : name;
}

interface TrendLook {
  readonly word: string;
  readonly icon: LucideIcon;
  readonly says: string;
}

const MINUTES = (TIDE.steps * TIDE.stepMs) / 60_000;

export const trendLooks: Readonly<Record<CauseTrend, TrendLook>> = {
  new: { word: 'new', icon: Flag, says: 'the first one died in the last 30 minutes' },
  rising: { word: 'rising', icon: ArrowUp, says: 'more died in the last 30 minutes than in the 30 before' },
  steady: { word: 'steady', icon: ArrowRight, says: 'as many died in the last 30 minutes as in the 30 before' },
  falling: { word: 'falling', icon: ArrowDown, says: 'fewer died in the last 30 minutes than in the 30 before' },
  stopped: { word: 'stopped', icon: Square, says: 'none died in the last 15 minutes' },
  none: { word: 'none lately', icon: Minus, says: `none died in the last ${MINUTES / 60} hours` },
};

export const stateWords: Readonly<Record<ShownCauseState, string>> = {
  open: 'Open',
  ignored: 'Ignored',
  resolved: 'Resolved',
  regressed: 'Regressed',
};

/** "and 17 more causes (48 letters)". */
export function moreCauses(
  shown: readonly Pick<ListedCauseView, 'count'>[],
  all: { readonly causes: number; readonly letters: number },
): string | null {
  const more = all.causes - shown.length;
  if (more <= 0) return null;
  const letters = all.letters - shown.reduce((sum, { count }) => sum + count, 0);
  return `and ${plural(more, 'more cause')} (${plural(letters, 'letter')})`;
}

/** For those who do not see the bars. */
export function describeDeadLettered(counts: readonly number[]): string {
  const sum = counts.reduce((total, each) => total + each, 0);
  if (sum === 0) return `none died in the last ${MINUTES / 60} hours`;
  const most = `at most ${formatCount(Math.max(...counts))} in ${TIDE.stepMs / 60_000} minutes`;
  return `${formatCount(sum)} died in the last ${MINUTES / 60} hours, ${most}`;
}

/** Where "Re-drive" leads: all of this cause. */
export function redriveHref({ group, fingerprint }: Pick<CausePage, 'group' | 'fingerprint'>): string {
  return `/redrives/new?${new URLSearchParams({ group, cause: fingerprint })}`;
}

export function lettersHref({ group, fingerprint }: Pick<CausePage, 'group' | 'fingerprint'>): string {
  return `/dead-letters?${new URLSearchParams({ group, cause: fingerprint })}`;
}

/** What retries of this cause say about a fix. */
export function outcomeWords({ succeeded, failed, isFloor }: CausePage['outcomes']): string {
  const of = isFloor ? ', of the newest reports' : '';
  if (succeeded + failed === 0) return `no retry has ended since the last death${of}`;
  if (failed === 0) return `none failed${of}`;
  return `${formatCount(failed)} failed again${of}`;
}

/** The first that is known: a report may come after the death that it is about. */
export function firstFailure({ firstSeen, firstAt }: Pick<CausePage, 'firstSeen' | 'firstAt'>): string | null {
  return [firstSeen, firstAt].filter((at) => at !== null).toSorted()[0] ?? null;
}

/** In place of a table in which every row says "1"; null: some key is there twice. Pure. */
export function onceWords({ figures, letters, keys }: Pick<CausePage, 'figures' | 'letters' | 'keys'>): string | null {
  if (figures.keysTwice > 0 || keys.some(({ count }) => count > 1)) return null;
  if (figures.keys === 0) return 'None of these messages has a key.';
  return figures.keysRead < letters
    ? `Each key appears once among the newest ${formatCount(figures.keysRead)}.`
    : 'Each key appears once: no key fails more than others.';
}
