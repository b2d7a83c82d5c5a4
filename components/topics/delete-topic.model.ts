import { goesAt } from '@/components/parts/remains.model';
import { formatCount, plural } from '@/components/ui/number.model';
import type { ReadData } from '@/lib/console/reads/registry';

/** As the server counts. */
const MOST_LETTERS = 10_000;
const GROUPS_SHOWN = 3;

type Counts = Pick<
  ReadData<'topicDeletePlan'>,
  'isEmpty' | 'stored' | 'readers' | 'waiting' | 'inFlight' | 'scheduled' | 'transactions' | 'deadLetters' | 'inBrokers'
>;

/** What goes with a topic, and what stays; what is unknown or 0 is left out. */
export function deletionLines(plan: Counts): string[] {
  const { inBrokers, transactions, deadLetters } = plan;
  if (plan.isEmpty && deadLetters === 0) return ['It is empty, and no group reads it.'];
  const atLeast = deadLetters !== null && deadLetters >= MOST_LETTERS ? 'At least ' : '';
  return [
    ...(inBrokers === null ? [] : inBrokers.brokers.map((remains) => `${goesAt(remains)}.`)),
    ...storedLines(plan.stored),
    ...readersLines(plan.readers),
    ...lines(plan.inFlight, (many) => `${many} in flight: clients may finish them, but the outcome is not recorded.`),
    ...lines(plan.waiting, (many, s) => `${many} waiting for a retry end${s} without another delivery.`),
    ...lines(plan.scheduled, (many) => `${many} will never be delivered.`, 'scheduled message'),
    ...lines(transactions, (many, s) => `${many} without an end ${s === '' ? 'are' : 'is'} dropped.`, 'transaction'),
    ...lines(
      deadLetters,
      (many, s) => `${atLeast}${many} stay${s}; a re-drive can send them to another topic.`,
      'dead letter',
    ),
    ...(inBrokers === null ? [] : [CLUSTER_KEEPS]),
  ];
}

const CLUSTER_KEEPS =
  'Dead letters stay in the dead-letter topics of their groups. The number of scheduled messages is unknown: ' +
  'brokers do not count them by topic.';

function storedLines(stored: number | null): readonly string[] {
  if (stored === null) return [];
  return [`${plural(stored, 'message')} in the log ${stored === 1 ? 'is' : 'are'} delivered to no group any more.`];
}

function readersLines(readers: Counts['readers']): readonly string[] {
  const behind = readers.flatMap(({ group, behind: count }) =>
    count === null || count === 0 ? [] : [{ group, count }],
  );
  const most = behind.toSorted((a, b) => b.count - a.count).slice(0, GROUPS_SHOWN);
  const named = most.map(({ group, count }) => `${formatCount(count)} by ${group}`).join(', ');
  const others = behind.length > most.length ? `, and more by ${behind.length - most.length} others` : '';
  const unknown = readers.flatMap(({ group, behind: count }) => (count === null ? [group] : []));
  return [
    ...(readers.length === 0
      ? []
      : [`${plural(readers.length, 'group')} ${readers.length === 1 ? 'reads' : 'read'} it.`]),
    ...(most.length === 0 ? [] : [`Not delivered yet: ${named}${others}.`]),
    ...(unknown.length === 0
      ? []
      : [`Not delivered yet, unknown number: ${unknown.slice(0, GROUPS_SHOWN).join(', ')}.`]),
  ];
}

/** None of 0, and none of what is unknown. `s`: the ending of a verb after one of it. */
function lines(count: number | null, words: (many: string, s: string) => string, noun = 'message'): readonly string[] {
  return count === null || count === 0 ? [] : [words(plural(count, noun), count === 1 ? 's' : '')];
}
