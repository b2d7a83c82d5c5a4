import type { PastView } from '@/lib/console/operations/backlog/past';
import { sayDuration as formatDuration } from '@/lib/model/duration';
import { sentences } from '@/lib/model/language/list';
import { t } from '@/lib/model/language/t';

export type PastGroup = PastView['groups']['items'][number];

/** Groups with dead letters first, then by backlog; what was not recorded comes before what was known to be 0. */
export function mostFirst(groups: readonly PastGroup[]): PastGroup[] {
  return groups.toSorted(
    (one, other) =>
      weight(other.dead) - weight(one.dead) ||
      weight(backlogOf(other)) - weight(backlogOf(one)) ||
      (one.name < other.name ? -1 : 1),
  );
}

/** Null: a part of it was not recorded. Brokers of a cluster count only what is not delivered. */
export function backlogOf({ ready, inFlight, waiting }: PastGroup): number | null {
  return ready === null ? null : ready + (inFlight ?? 0) + (waiting ?? 0);
}

function weight(value: number | null): number {
  return value ?? 0.5;
}

/** What is known of that moment, in one sentence. */
export function pastWords({ asOf, groups: { items, more }, alarms }: PastView): string {
  const ages = items.flatMap(({ at }) => (at === null ? [] : [ageMs(asOf, at)]));
  const old =
    ages.length === 0
      ? ''
      : t('Samples are up to {age} older than the selected time.', { age: formatDuration(Math.max(...ages)) });
  const recorded = items.filter(({ at }) => at !== null).length;
  return sentences(recordedWords(recorded, items.length, more), old, openWords(alarms));
}

function recordedWords(recorded: number, all: number, more: boolean): string {
  if (all === 0) return t('None of the current groups existed at that time.');
  const counts = { recorded, all };
  if (recorded === all)
    return more
      ? t('{all, plural, one {# group} other {# groups}} recorded; more groups are not listed.', counts)
      : t('{all, plural, one {# group} other {# groups}} recorded.', counts);
  return more
    ? t(
        `{recorded, number} of {all, plural, one {# group} other {# groups}} recorded; the other groups were not
          counted at that time, and more groups are not listed.`,
        counts,
      )
    : t(
        `{recorded, number} of {all, plural, one {# group} other {# groups}} recorded; the other groups were not
          counted at that time.`,
        counts,
      );
}

function openWords(alarms: PastView['alarms']): string {
  if (alarms.kind === 'unknown') return t('Open alarms are unknown.');
  const count = alarms.value.items.length;
  return alarms.value.more
    ? t('Open alarms: at least {count, number}.', { count })
    : t('Open alarms: {count, number}.', { count });
}

/** How old a sample was at most at that moment: its levels were read after its step began. */
export function ageMs(asOf: string, at: string): number {
  return Date.parse(asOf) - Date.parse(at);
}
