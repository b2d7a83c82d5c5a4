import { describeCause } from '@/components/ui/delivery-cause.model';
import { formatDuration } from '@/components/ui/duration.model';
import { plural } from '@/components/ui/number.model';
import { tracedEndOf } from '@/lib/model/cluster/traced-end';
import type { CopiesInBrokers } from '@/lib/console/operations/brokers/views';

type MessageCopy = CopiesInBrokers['copies'][number];

/** "sent", "retry 2 of billing was due", "died in billing". */
export function copyWords({
  role,
  group,
  reconsumeTimes,
}: Pick<MessageCopy, 'role' | 'group' | 'reconsumeTimes'>): string {
  switch (role) {
    case 'sent':
      return 'sent';
    case 'retry':
      return reconsumeTimes === 0
        ? `sent again to ${group ?? ''} alone`
        : `retry ${reconsumeTimes} of ${group ?? ''} due`;
    case 'dead':
      return `died in ${group ?? ''}`;
  }
}

type Traced = NonNullable<CopiesInBrokers['traces']>['items'][number];

/** "delivery 2 to billing, client on 10.0.0.7: 4.x client: EXCEPTION, its listener threw, after 12 ms". */
export function tracedWords(traced: Traced): string {
  const { group, client } = traced;
  if (traced.kind === 'sent') {
    const { isSuccess, tookMs } = traced;
    return `${isSuccess ? 'sent' : 'a send failed'}, producer ${group} on ${client}, ${formatDuration(tookMs)}`;
  }
  const { attempt, end } = traced;
  const to = `${attempt === null ? 'a delivery' : `delivery ${attempt}`} to ${group}, client on ${client}`;
  if (end === null) return `${to}: its end was not traced`;
  const cause = tracedEndOf(end);
  const how = end.isSuccess ? 'consumed' : cause === null ? 'it failed' : describeCause(cause);
  return `${to}: ${how}, after ${formatDuration(end.tookMs)}`;
}

/** Copies and traces, in the order of time. */
export function storyOf({ copies, traces }: Pick<CopiesInBrokers, 'copies' | 'traces'>) {
  return [
    ...copies.map((copy) => ({
      ...{ at: copy.storedAt, words: copyWords(copy) },
      where: `${copy.topic}, ${copy.broker}, queue ${copy.queueNo} @${copy.offset}`,
    })),
    ...(traces?.items ?? []).map((traced) => ({
      ...{ at: new Date(traced.atMs).toISOString(), words: tracedWords(traced), where: 'traced by the client' },
    })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** When deliveries began and ended is known from traces alone. */
function untracedWords(traces: CopiesInBrokers['traces']): string {
  if (traces === null) return 'Traces were not searched.';
  if (traces.topics.length === 0)
    return 'Tracing is off: no broker that answered has a topic for it. When deliveries began and ended is not kept.';
  if (traces.items.length > 0) return 'Deliveries to clients that do not trace are not seen; 5.x clients never trace.';
  return 'No client traced it: 5.x clients never do, 4.x clients when their trace is switched on.';
}

/** What of a topic and its groups was not searched, or not to its end. */
export function leftWords({ left, full }: Pick<CopiesInBrokers, 'left' | 'full'>): readonly string[] {
  return [
    ...full.map(
      ({ broker, topic }) => `${broker} gave as many of ${topic} as it ever does: older ones may be missing.`,
    ),
    ...(left === 0 ? [] : [`${plural(left, 'more group')} of the topic ${left === 1 ? 'was' : 'were'} not searched.`]),
  ];
}

export const WAITING_WORDS =
  'Retries that wait are not searched: brokers keep them without an index, until they are due.';

/** What this search cannot see, and why. */
export function unseenWords({
  left,
  full,
  copies,
  traces,
}: Pick<CopiesInBrokers, 'left' | 'full' | 'copies' | 'traces'>): readonly string[] {
  return [
    ...(copies.length > 0 && copies.every(({ role }) => role !== 'sent')
      ? ['The message as it was sent is not found: its broker has removed it, or does not answer.']
      : []),
    WAITING_WORDS,
    untracedWords(traces),
    ...leftWords({ left, full }),
  ];
}
