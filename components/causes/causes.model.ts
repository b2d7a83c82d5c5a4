import { unreported } from '@/components/ui/delivery-cause.model';
import { ArrowDown, ArrowRight, ArrowUp, Flag, type LucideIcon, Minus, Square } from 'lucide-react';
import type { CausePage, CauseView, ListedCauseView } from '@/lib/console/operations/causes/views';
import { type CauseTrend, type ShownCauseState, TIDE } from '@/lib/model/dead-letter/cause';
import { msg, t } from '@/lib/model/language/t';

/** What the application or the broker says, in one line. */
export function causeTitle({ errorType, text }: Pick<CauseView, 'errorType' | 'text'>): string {
  if (errorType === null) return t('Cause not reported');
  return text === null || text === '' ? errorType : `${errorType}: ${text}`;
}

/** The same for headings and breadcrumbs: not a word is a hash. */
export function causeName(
  cause: Pick<CauseView, 'errorType' | 'text' | 'brokerCause'> & { readonly key: string },
): string {
  if (cause.key === '') return t('Not grouped yet');
  return cause.errorType === null ? unreported(cause.brokerCause) : causeTitle(cause);
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

const HOURS = (TIDE.steps * TIDE.stepMs) / 3_600_000;

export const trendLooks: Readonly<Record<CauseTrend, TrendLook>> = {
  new: { word: msg('new'), icon: Flag, says: msg('first dead letter in the last 30 minutes') },
  rising: {
    word: msg('rising'),
    icon: ArrowUp,
    says: msg('more dead letters in the last 30 minutes than in the 30 minutes before'),
  },
  steady: {
    word: msg('steady'),
    icon: ArrowRight,
    says: msg('as many dead letters in the last 30 minutes as in the 30 minutes before'),
  },
  falling: {
    word: msg('falling'),
    icon: ArrowDown,
    says: msg('fewer dead letters in the last 30 minutes than in the 30 minutes before'),
  },
  stopped: { word: msg('stopped'), icon: Square, says: msg('no dead letter in the last 15 minutes') },
  none: { word: msg('none recently'), icon: Minus, says: msg('no dead letter in the last {hours} hours') },
};

export function trendWords(trend: CauseTrend): string {
  return t(trendLooks[trend].says as '{hours}', { hours: HOURS });
}

export const stateWords: Readonly<Record<ShownCauseState, string>> = {
  open: msg('Open'),
  ignored: msg('Ignored'),
  resolved: msg('Marked as resolved'),
  regressed: msg('Regressed'),
};

/** "and 17 more causes (48 letters)". */
export function moreCauses(
  shown: readonly Pick<ListedCauseView, 'count'>[],
  all: { readonly causes: number; readonly letters: number },
): string | null {
  const more = all.causes - shown.length;
  if (more <= 0) return null;
  const letters = all.letters - shown.reduce((sum, { count }) => sum + count, 0);
  return t(
    `and {more, plural, one {# more cause} other {# more causes}} ({letters, plural, one {# dead letter} other {# dead
    letters}})`,
    {
      more,
      letters,
    },
  );
}

/** For those who do not see the bars. */
export function describeDeadLettered(counts: readonly number[]): string {
  const sum = counts.reduce((total, each) => total + each, 0);
  if (sum === 0) return t('no dead letter in the last {hours} hours', { hours: HOURS });
  return t(
    `{sum, plural, one {# dead letter} other {# dead letters}} in the last {hours} hours, at most {most, number} in
    {minutes} minutes`,
    { sum, hours: HOURS, most: Math.max(...counts), minutes: TIDE.stepMs / 60_000 },
  );
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
  if (succeeded + failed === 0)
    return isFloor
      ? t('none finished since the last dead letter (newest reports only)')
      : t('none finished since the last dead letter');
  if (failed === 0) return isFloor ? t('none failed (newest reports only)') : t('none failed');
  return isFloor
    ? t('{failed, number} failed again (newest reports only)', { failed })
    : t('{failed, number} failed again', { failed });
}

/** The first that is known: a report may come after the death that it is about. */
export function firstFailure({ firstSeen, firstAt }: Pick<CausePage, 'firstSeen' | 'firstAt'>): string | null {
  return [firstSeen, firstAt].filter((at) => at !== null).toSorted()[0] ?? null;
}

/** In place of a table in which every row says "1"; null: some key is there twice. Pure. */
export function onceWords({ figures, letters, keys }: Pick<CausePage, 'figures' | 'letters' | 'keys'>): string | null {
  if (figures.keysTwice > 0 || keys.some(({ count }) => count > 1)) return null;
  if (figures.keys === 0) return t('None of these messages has a key.');
  return figures.keysRead < letters
    ? t('Each key appears once among the newest {keysRead, number}.', { keysRead: figures.keysRead })
    : t('Each key appears once: no key fails more often than others.');
}
