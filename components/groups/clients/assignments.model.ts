import type { ReadData } from '@/lib/console/reads/registry';
import { sumReadings, valueOrNull } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

type Assignments = ReadData<'assignments'>;
type Queue = Assignments['queues'][number];

export interface AssignmentsLead {
  readonly tone: 'danger' | 'waiting';
  readonly sentence: string;
  readonly detail: string;
}

/** What is wrong with the queues of a group, the worst first; null: nothing is. Pure. */
export function assignmentsLead({ queues, unanswered, asOf }: Assignments): AssignmentsLead | null {
  const [none, several] = [inState(queues, 'none'), inState(queues, 'several')];
  if (none.length + several.length > 0) {
    const waiting = valueOrNull(
      sumReadings(
        none.map(({ notDelivered }) => notDelivered),
        asOf,
      ),
    );
    const withNone = noClientWords(none, waiting);
    const withSeveral =
      several.length === 0
        ? ''
        : t('{count, plural, one {# queue of {topics} has} other {# queues of {topics} have}} more than one client.', {
            count: several.length,
            topics: topicsOf(several),
          });
    return {
      tone: 'danger',
      sentence: sentences(withNone, withSeveral),
      detail: sentences(
        several.length === 0 ? '' : t('Messages of a queue with more than one client can be processed twice.'),
        t(
          `This is normal for up to 20 s after a client connects or disconnects. If it lasts longer, the clients of
          the group use different allocation strategies or subscriptions, or not all of them are connected to all
          brokers.`,
        ),
      ),
    };
  }
  if (unanswered.length === 0) return null;
  return {
    tone: 'waiting',
    sentence: t('{count, plural, one {# client} other {# clients}} did not respond.', { count: unanswered.length }),
    detail: sentences(
      ...unanswered.slice(0, 3).map(({ clientId, reason }) => t('{client}: {reason}.', { client: clientId, reason })),
    ),
  };
}

/** How many queues each client has. Pure. */
export function assignmentsWords({ queues, answered, isBroadcast, proxied }: Assignments): string {
  return [
    t('{count, plural, one {# queue} other {# queues}}', { count: queues.length }),
    t('{count, plural, one {# 4.x client} other {# 4.x clients}} responded', { count: answered }),
    ...(isBroadcast ? [t('each client has every queue')] : []),
    ...(proxied === 0
      ? []
      : [
          t(
            `{count, plural, one {# 5.x client without assigned queues} other {# 5.x clients without assigned queues}}`,
            {
              count: proxied,
            },
          ),
        ]),
  ].join(' · ');
}

/** What is said of a queue in its row. Pure. */
export function assignmentWords({ state }: Pick<Queue, 'state'>): string {
  switch (state) {
    case 'one':
      return '';
    case 'several':
      return t('more than one client');
    case 'none':
      return t('no client');
    case 'shared':
      return t('shared: the broker delivers each message to one client');
    case 'unknown':
      return t('unknown: a client did not respond');
  }
}

function inState(queues: readonly Queue[], wanted: Queue['state']): readonly Queue[] {
  return queues.filter(({ state }) => state === wanted);
}

function topicsOf(queues: readonly Queue[]): string {
  const [first = '', ...others] = [...new Set(queues.map(({ topic }) => topic))];
  return others.length === 0
    ? first
    : t('{topic} and {count, plural, one {# other topic} other {# other topics}}', {
        topic: first,
        count: others.length,
      });
}

function noClientWords(queues: readonly Queue[], waiting: number | null): string {
  if (queues.length === 0) return '';
  const given = { count: queues.length, topics: topicsOf(queues) };
  return waiting === null || waiting === 0
    ? t('{count, plural, one {# queue of {topics} has} other {# queues of {topics} have}} no client.', given)
    : t(
        `{count, plural, one {# queue of {topics} has} other {# queues of {topics} have}} no client: up to
        {waiting, plural, one {# message} other {# messages}} not delivered there.`,
        { ...given, waiting },
      );
}
