import { goesAt } from '@/components/parts/remains.model';
import type { ReadData } from '@/lib/console/reads/registry';
import { t } from '@/lib/model/language/t';
import { enumerated } from '@/lib/model/language/list';

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
  if (plan.isEmpty && deadLetters === 0) return [t('The topic is empty, and no group subscribes to it.')];
  const isFloor = deadLetters !== null && deadLetters >= MOST_LETTERS ? 'yes' : 'no';
  return [
    ...(inBrokers === null ? [] : inBrokers.brokers.map((remains) => t('{remains}.', { remains: goesAt(remains) }))),
    ...line(plan.stored, (count) =>
      t(
        `{count, plural, one {# message in the log is} other {# messages in the log are}} no longer delivered to any
        group.`,
        { count },
      ),
    ),
    ...readersLines(plan.readers),
    ...line(plan.inFlight, (count) =>
      t(
        `{count, plural, one {# message} other {# messages}} in flight: clients can finish them, but the result is not
        recorded.`,
        { count },
      ),
    ),
    ...line(plan.waiting, (count) =>
      t(
        `{count, plural, one {# message waiting for a retry ends} other {# messages waiting for a retry end}} without
        another delivery.`,
        { count },
      ),
    ),
    ...line(plan.scheduled, (count) =>
      t('{count, plural, one {# scheduled message} other {# scheduled messages}} will never be delivered.', { count }),
    ),
    ...line(transactions, (count) =>
      t('{count, plural, one {# open transaction is} other {# open transactions are}} removed.', { count }),
    ),
    ...line(deadLetters, (count) =>
      t(
        `{isFloor, select, yes {At least {count, plural, one {# dead letter stays} other {# dead letters stay}}} other
        {{count, plural, one {# dead letter stays} other {# dead letters stay}}}}; a re-drive can send them to another
        topic.`,
        { count, isFloor },
      ),
    ),
    ...(inBrokers === null
      ? []
      : [
          t(
            `Dead letters stay in the dead-letter topics of their groups. The number of scheduled messages is unknown:
            brokers do not count them by topic.`,
          ),
        ]),
  ];
}

/** Left out: none, or unknown. */
function line(count: number | null, words: (count: number) => string): readonly string[] {
  return count === null || count === 0 ? [] : [words(count)];
}

function readersLines(readers: Counts['readers']): readonly string[] {
  const behind = readers.flatMap(({ group, behind: count }) =>
    count === null || count === 0 ? [] : [{ group, count }],
  );
  const most = behind.toSorted((a, b) => b.count - a.count).slice(0, GROUPS_SHOWN);
  const named = enumerated(most.map(({ group, count }) => t('{group} ({count, number})', { group, count })));
  const others = behind.length - most.length;
  const unknown = readers.flatMap(({ group, behind: count }) => (count === null ? [group] : []));
  return [
    ...(readers.length === 0
      ? []
      : [t('{count, plural, one {# group subscribes} other {# groups subscribe}} to it.', { count: readers.length })]),
    ...(most.length === 0
      ? []
      : [
          others > 0
            ? t(
                `Not delivered yet: {groups}, and more of {others, plural, one {# other group} other {# other
                groups}}.`,
                {
                  groups: named,
                  others,
                },
              )
            : t('Not delivered yet: {groups}.', { groups: named }),
        ]),
    ...(unknown.length === 0
      ? []
      : [t('Not delivered yet, number unknown: {groups}.', { groups: enumerated(unknown.slice(0, GROUPS_SHOWN)) })]),
  ];
}
