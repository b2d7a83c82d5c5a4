import { compareNames } from '@/lib/model/language/names';
import { t } from '@/lib/model/language/t';
import type { DisplayState } from '@/components/ui/state-badge';
import type { PlaceView } from '@/lib/console/operations/messages/views';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';
import type { MessageTimeline, TimelineState } from '@/lib/model/message/timeline';

const URGENCY: readonly TimelineState[] = [
  'in-flight',
  'waiting-retry',
  'held',
  'dead',
  'expired',
  'sent',
  'discarded',
  'dropped',
  'ready',
  'unrecorded',
  'consumed',
  'filtered-out',
];

/** What is still moving first, then what is lost, then what is over. Pure. */
export function byUrgency(timelines: readonly MessageTimeline[]): MessageTimeline[] {
  return timelines.toSorted(
    (a, b) => URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state) || compareNames(a.group, b.group),
  );
}

/** Names a timeline in the address: a group may read several topics that hold the same id. */
export function scopeKey(timeline: Pick<MessageTimeline, 'group' | 'topic' | 'queueNo' | 'offset'>): string {
  return `${timeline.group}@${timeline.topic}/${timeline.queueNo}/${timeline.offset}`;
}

/** `wanted`: a full key, or a group's name as other pages link it. */
export function chooseTimeline(
  timelines: readonly MessageTimeline[],
  wanted: string | undefined,
): MessageTimeline | undefined {
  const ordered = byUrgency(timelines);
  return (
    ordered.find((timeline) => scopeKey(timeline) === wanted) ??
    ordered.find((timeline) => timeline.group === wanted) ??
    ordered[0]
  );
}

/** The stored copy that a timeline is about. */
export function placeOf(places: readonly PlaceView[], timeline: MessageTimeline | undefined): PlaceView | undefined {
  const own = places.find(
    ({ topic, queueNo, offset }) =>
      topic === timeline?.topic && queueNo === timeline.queueNo && offset === timeline.offset,
  );
  return own ?? places[0];
}

export function badgeOf(timeline: Pick<MessageTimeline, 'state' | 'waitingBehind'>): {
  readonly state: DisplayState;
  readonly label?: string;
} {
  switch (timeline.state) {
    case 'in-flight':
      return timeline.waitingBehind === null
        ? { state: 'in-flight' }
        : { state: 'in-flight', label: t('In flight, behind its head') };
    case 'waiting-retry':
      return { state: 'waiting-retry' };
    case 'held':
      return { state: 'paused', label: t('Held') };
    case 'ready':
      return timeline.waitingBehind === null
        ? { state: 'ready' }
        : { state: 'blocked', label: t('Waits behind its head') };
    case 'consumed':
      return { state: 'consumed' };
    case 'dead':
      return { state: 'dead' };
    case 'expired':
      return { state: 'dead', label: t('Dead, expired') };
    case 'sent':
      return { state: 'dead', label: t('Sent to another topic') };
    case 'discarded':
      return { state: 'dead', label: t('Discarded') };
    case 'dropped':
      return { state: 'dead', label: t('Failed, not retried') };
    case 'filtered-out':
      return { state: 'ready', label: t('Filtered out') };
    case 'unrecorded':
      return { state: 'unknown', label: t('Past') };
  }
}

/** Each client of a broadcast group has a timeline; in the list of scopes, the group is one entry. Pure. */
export function scopesOf(timelines: readonly MessageTimeline[]): MessageTimeline[] {
  return [
    ...new Map(
      byUrgency(timelines)
        .toReversed()
        .map((timeline) => [scopeKey(timeline), timeline]),
    ).values(),
  ];
}

/** The timelines of all clients of the broadcast group that was chosen; empty: its clients share the message. */
export function clientsOf(timelines: readonly MessageTimeline[], chosen: MessageTimeline): MessageTimeline[] {
  return timelines.filter((timeline) => timeline.client !== null && scopeKey(timeline) === scopeKey(chosen));
}

/** The state of the message in a group: for a broadcast group, the state of the client that needs attention most. */
export function scopeBadge(timelines: readonly MessageTimeline[], scope: MessageTimeline): ReturnType<typeof badgeOf> {
  const clients = clientsOf(timelines, scope);
  if (clients.length === 0) return badgeOf(scope);
  const count = (...states: readonly TimelineState[]): number =>
    clients.filter(({ state }) => states.includes(state)).length;
  const failed = count('dropped');
  const open = count('in-flight', 'ready', 'waiting-retry');
  if (failed > 0) return { state: 'dead', label: t('Broadcast: failed at {count, number}', { count: failed }) };
  if (open > 0) return { state: 'in-flight', label: t('Broadcast: {count, number} to go', { count: open }) };
  return { state: 'consumed', label: t('Broadcast: all done') };
}

/** A hint names one message only, so the page of this one gets none when the head of its key is finished. */
const HEAD_LOOK_MS = 700;

/** When something changes by itself: a lease ends, the next try is due, or a discard cannot be undone any more. */
export function nextTurn(timelines: readonly MessageTimeline[]): string | null {
  const moments = timelines.flatMap((timeline) => {
    const running = timeline.deliveries.findLast((delivery) => delivery.state === 'in-flight');
    const head =
      timeline.waitingBehind === null ? null : new Date(Date.parse(timeline.asOf) + HEAD_LOOK_MS).toISOString();
    const restorable = timeline.discarded?.restoreUntil ?? null;
    return [
      ...[timeline.dueAt, running?.leaseEndsAt ?? null, timeline.waitingBehind?.headVisibleAt ?? null],
      ...[head, restorable],
    ]
      .filter((at) => at !== null)
      .filter((at) => at > timeline.asOf);
  });
  return moments.reduce<string | null>((first, at) => (first === null || at < first ? at : first), null);
}

/** When a delayed message leaves the schedule. */
export function nextDue(scheduled: readonly ScheduledView[]): string | null {
  return scheduled.find(({ recalledAt }) => recalledAt === null)?.dueAt ?? null;
}
