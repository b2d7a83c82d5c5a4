import { describeCause } from '@/components/ui/delivery-cause.model';
import { formatDuration } from '@/components/ui/duration.model';
import { tracedEndOf } from '@/lib/model/cluster/traced-end';
import type { CopiesInBrokers } from '@/lib/console/operations/brokers/views';
import { t } from '@/lib/model/language/t';
import { foundWords } from '../found-scheduled.model';

type MessageCopy = CopiesInBrokers['copies'][number];

/** "sent", "retry 2 of billing due", "moved to the DLQ of billing". */
export function copyWords({
  role,
  group,
  reconsumeTimes,
}: Pick<MessageCopy, 'role' | 'group' | 'reconsumeTimes'>): string {
  switch (role) {
    case 'sent':
      return t('sent');
    case 'retry':
      return reconsumeTimes === 0
        ? t('sent again to {group} only', { group: group ?? '' })
        : t('retry {count, number} of {group} due', { count: reconsumeTimes, group: group ?? '' });
    case 'dead':
      return t('moved to the DLQ of {group}', { group: group ?? '' });
  }
}

type Traced = NonNullable<CopiesInBrokers['traces']>['items'][number];

/** "delivery 2 to billing, client on 10.0.0.7: 4.x client: EXCEPTION, …, after 12 ms". */
export function tracedWords(traced: Traced): string {
  const { group, client } = traced;
  if (traced.kind === 'sent') {
    const { isSuccess, tookMs } = traced;
    const said = { group, client, time: formatDuration(tookMs) };
    return isSuccess
      ? t('sent by producer {group} on {client} in {time}', said)
      : t('send by producer {group} on {client} failed after {time}', said);
  }
  const { attempt, end } = traced;
  const to =
    attempt === null
      ? t('delivery to {group}, client on {client}', { group, client })
      : t('delivery {attempt, number} to {group}, client on {client}', { attempt, group, client });
  if (end === null) return t('{delivery}: end not traced', { delivery: to });
  const said = { delivery: to, time: formatDuration(end.tookMs) };
  if (end.isSuccess) return t('{delivery}: consumed after {time}', said);
  const cause = tracedEndOf(end);
  return cause === null
    ? t('{delivery}: failed after {time}', said)
    : t('{delivery}: {cause}, after {time}', { ...said, cause: describeCause(cause) });
}

/** Copies, schedules and traces, in the order of time. */
export function storyOf({ copies, scheduled, traces }: Pick<CopiesInBrokers, 'copies' | 'scheduled' | 'traces'>) {
  return [
    ...scheduled.map((found) => ({ at: found.scheduledAt, words: foundWords(found), where: '' })),
    ...copies.map((copy) => ({
      ...{ at: copy.storedAt, words: copyWords(copy) },
      where: t('{topic}, {broker}, queue {queue} @{offset}', {
        ...{ topic: copy.topic, broker: copy.broker, queue: copy.queueNo, offset: copy.offset },
      }),
    })),
    ...(traces?.items ?? []).map((traced) => ({
      ...{ at: new Date(traced.atMs).toISOString(), words: tracedWords(traced), where: t('traced by the client') },
    })),
  ].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

/** When deliveries began and ended is known from traces alone. */
function untracedWords(traces: CopiesInBrokers['traces']): string {
  if (traces === null) return t('Traces were not searched.');
  if (traces.topics.length === 0)
    return t(
      'Tracing is off: no broker that responded has a trace topic. Start and end of deliveries are not recorded.',
    );
  if (traces.items.length > 0)
    return t('Deliveries to clients without tracing are not listed; 5.x clients never write traces.');
  return t('No client traced it: 5.x clients never do, 4.x clients only with tracing switched on.');
}

/** Parts of a topic and its groups that were not searched, or not to their end. */
export function leftWords({ left, full }: Pick<CopiesInBrokers, 'left' | 'full'>): readonly string[] {
  return [
    ...full.map(({ broker, topic }) =>
      t('{broker} returned the maximum number of messages of {topic}: older ones may be missing.', { broker, topic }),
    ),
    ...(left === 0
      ? []
      : [
          t(
            '{count, plural, one {# more group of the topic was} other {# more groups of the topic were}} not searched.',
            {
              count: left,
            },
          ),
        ]),
  ];
}

export function waitingWords(): string {
  return t('Waiting retries are not searched: brokers do not index them before they are due.');
}

/** What this search cannot see, and why. */
export function unseenWords({
  left,
  full,
  copies,
  scheduled,
  traces,
}: Pick<CopiesInBrokers, 'left' | 'full' | 'copies' | 'scheduled' | 'traces'>): readonly string[] {
  return [
    ...(scheduled.length === 0 && copies.length > 0 && copies.every(({ role }) => role !== 'sent')
      ? [t('The original message was not found: its broker has removed it, or does not respond.')]
      : []),
    waitingWords(),
    untracedWords(traces),
    ...leftWords({ left, full }),
  ];
}
