import type { PastView } from '@/lib/console/operations/backlog/past';
import { formatDuration } from '@/lib/model/duration';

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
    ages.length === 0 ? '' : ` Samples are up to ${formatDuration(Math.max(...ages))} older than that moment.`;
  const recorded = items.filter(({ at }) => at !== null).length;
  const of =
    items.length === 0
      ? 'No group of today existed then.'
      : recorded === items.length
        ? `${items.length} of ${items.length} groups recorded${more ? ', others are not listed' : ''}.`
        : `${recorded} of ${items.length} groups recorded; the others were not counted then${more ? ', and more are not listed' : ''}.`;
  const open =
    alarms.kind === 'unknown'
      ? 'Open alarms are unknown.'
      : `Open alarms: ${alarms.value.more ? 'at least ' : ''}${alarms.value.items.length}.`;
  return `${of}${old} ${open}`;
}

/** How old a sample was at most at that moment: its levels were read after its step began. */
export function ageMs(asOf: string, at: string): number {
  return Date.parse(asOf) - Date.parse(at);
}
