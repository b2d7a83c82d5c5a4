import type { BlockedKeyView, HeadsPlanView } from '@/lib/console/operations/keys/views';
import { retold } from '@/lib/model/language/retell';
import { msg, t } from '@/lib/model/language/t';
import { enumerated, sentences } from '@/lib/model/language/list';
import { deadLetters, followers } from '@/lib/model/delivery/revoke';

/** How many keys of the same group one cause blocks, this one included; held keys stay held. */
export function sharingCause(row: BlockedKeyView, rows: readonly BlockedKeyView[]): number {
  if (row.cause === null || row.cause === '') return 0;
  return rows.filter(({ group, cause, hold }) => group === row.group && cause === row.cause && hold === null).length;
}

export function titleOfHeads(plan: Pick<HeadsPlanView, 'wouldChange'> | undefined, group: string): string {
  return plan === undefined
    ? t('Move all head messages with this cause to the DLQ?')
    : t('Move {count, plural, one {# head message} other {# head messages}} of {group} to the DLQ?', {
        ...{ count: plan.wouldChange, group },
      });
}

type Plan = Pick<HeadsPlanView, 'wouldChange' | 'behind' | 'consequences'>;

/** What the operator accepts, one sentence each. */
export function headsWords({ wouldChange, behind, consequences }: Plan, group: string): readonly string[] {
  const [may = null] = consequences;
  return [
    ...(may === null ? [] : [may]),
    behind === 0
      ? followers(behind, false, wouldChange)
      : t(
          `{behind, plural, one {# message} other {# messages}} behind {heads, plural, one {it} other {them}}
          {behind, plural, one {is} other {are}} delivered at once, in the order of each key. None of them moves to the
          DLQ.`,
          { behind, heads: wouldChange },
        ),
    deadLetters({ messages: wouldChange, group, behind }),
  ];
}

/** What the broker says of heads that stay. */
const REASONS: readonly string[] = [
  msg('no message of the key in progress'),
  msg('past the retention of the log'),
  msg('held by an operator'),
  msg('without a reported error'),
  msg('with another cause'),
  msg('became the head message after the plan was made'),
  msg('beyond the {most} keys that are blocked the longest'),
];

/** "Not included: with another cause (2), held by an operator (1)." */
export function leftWords(excluded: HeadsPlanView['excluded']): string {
  const reasons = excluded.map(({ why, count }) => t('{why} ({count, number})', { why: retold(REASONS, why), count }));
  return t('Not included: {reasons}.', { reasons: enumerated(reasons) });
}

/** For the audit log, to be edited. */
export function reasonForHeads({ wouldChange, behind }: Plan, errorType: string | null): string {
  return t(
    `{cause} blocks {keys, plural, one {# key} other {# keys}}; {behind, plural, one {# message is} other
    {# messages are}} waiting behind`,
    { cause: errorType ?? t('The same error'), keys: wouldChange, behind },
  );
}

interface Done {
  readonly changed: number;
  readonly excluded: HeadsPlanView['excluded'];
}

export function doneWords({ changed, excluded }: Done, group: string): string {
  const moved = t(
    `{count, plural, one {# head message is a dead letter} other {# head messages are dead letters}} of {group} now.`,
    { count: changed, group },
  );
  return sentences(moved, excluded.length === 0 ? '' : leftWords(excluded));
}
