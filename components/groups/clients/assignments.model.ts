import { plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { sumReadings, valueOrNull } from '@/lib/model/reading';

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
    const sentences = [
      ...(none.length === 0
        ? []
        : [`${plural(none.length, 'queue')} of ${topicsOf(none)} ${has(none)} no client${waitWords(waiting)}.`]),
      ...(several.length === 0
        ? []
        : [`${plural(several.length, 'queue')} of ${topicsOf(several)} ${has(several)} more than one client.`]),
    ];
    return {
      tone: 'danger',
      sentence: sentences.join(' '),
      detail:
        (several.length === 0 ? '' : 'Messages of a queue with more than one client can be handled twice. ') +
        'This is normal for up to 20 s after a client connects or disconnects. If it stays, the clients of the group ' +
        'use different allocation strategies or subscriptions, or not all of them are connected to all brokers.',
    };
  }
  if (unanswered.length === 0) return null;
  return {
    tone: 'waiting',
    sentence: `${plural(unanswered.length, 'client')} did not answer.`,
    detail: unanswered
      .slice(0, 3)
      .map(({ clientId, reason }) => `${clientId}: ${reason}.`)
      .join(' '),
  };
}

/** How many queues each client has. Pure. */
export function assignmentsWords({ queues, answered, isBroadcast, proxied }: Assignments): string {
  return [
    plural(queues.length, 'queue'),
    `${plural(answered, '4.x client')} answered`,
    ...(isBroadcast ? ['each client has every queue'] : []),
    ...(proxied === 0
      ? []
      : [`${plural(proxied, '5.x client')} without queues of ${proxied === 1 ? 'its' : 'their'} own`]),
  ].join(' · ');
}

/** What is said of a queue in its row. Pure. */
export function assignmentWords({ state }: Pick<Queue, 'state'>): string {
  switch (state) {
    case 'one':
      return '';
    case 'several':
      return 'more than one client';
    case 'none':
      return 'no client';
    case 'shared':
      return 'shared: the broker gives each message to one client';
    case 'unknown':
      return 'unknown: a client did not answer';
  }
}

function inState(queues: readonly Queue[], wanted: Queue['state']): readonly Queue[] {
  return queues.filter(({ state }) => state === wanted);
}

function topicsOf(queues: readonly Queue[]): string {
  const [first = '', ...others] = [...new Set(queues.map(({ topic }) => topic))];
  return others.length === 0 ? first : `${first} and ${plural(others.length, 'other topic')}`;
}

const has = (queues: readonly Queue[]): string => (queues.length === 1 ? 'has' : 'have');

function waitWords(waiting: number | null): string {
  return waiting === null || waiting === 0 ? '' : `: up to ${plural(waiting, 'message')} not delivered there`;
}
