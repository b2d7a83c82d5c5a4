import { formatCount, plural } from '@/components/ui/number.model';
import type { TopicDeletePlan } from '@/lib/console/operations/topics/views';

/** As the server counts. */
const MOST_LETTERS = 10_000;
const GROUPS_SHOWN = 3;

type Counts = Pick<
  TopicDeletePlan,
  'isEmpty' | 'stored' | 'readers' | 'waiting' | 'inFlight' | 'scheduled' | 'transactions' | 'deadLetters'
>;

/** What goes with a topic, and what stays. */
export function deletionLines(plan: Counts): string[] {
  const { readers, waiting, inFlight, scheduled, transactions, deadLetters } = plan;
  if (plan.isEmpty && deadLetters === 0) return ['It is empty, and no group reads it.'];
  const behind = readers.filter((reader) => reader.behind > 0);
  const most = behind.toSorted((a, b) => b.behind - a.behind).slice(0, GROUPS_SHOWN);
  const named = most.map(({ group, behind: count }) => `${formatCount(count)} by ${group}`).join(', ');
  const others = behind.length > most.length ? `, and more by ${behind.length - most.length} others` : '';
  const atLeast = deadLetters >= MOST_LETTERS ? 'At least ' : '';
  const stay = deadLetters === 1 ? 'stays' : 'stay';
  return [
    `${plural(plan.stored, 'message')} in the log ${plan.stored === 1 ? 'is' : 'are'} delivered to no group any more.`,
    ...(readers.length === 0
      ? []
      : [`${plural(readers.length, 'group')} ${readers.length === 1 ? 'reads' : 'read'} it.`]),
    ...(most.length === 0 ? [] : [`Not delivered yet: ${named}${others}.`]),
    ...(inFlight === 0
      ? []
      : [`${plural(inFlight, 'message')} in flight: clients may finish them, but the outcome is not recorded.`]),
    ...(waiting === 0
      ? []
      : [
          `${plural(waiting, 'message')} waiting for a retry ${waiting === 1 ? 'ends' : 'end'} without another delivery.`,
        ]),
    ...(scheduled === 0 ? [] : [`${plural(scheduled, 'scheduled message')} will never be delivered.`]),
    ...(transactions === 0
      ? []
      : [`${plural(transactions, 'transaction')} without an end ${transactions === 1 ? 'is' : 'are'} dropped.`]),
    ...(deadLetters === 0
      ? []
      : [`${atLeast}${plural(deadLetters, 'dead letter')} ${stay}; a re-drive can send them to another topic.`]),
  ];
}
