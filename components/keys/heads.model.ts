import { formatCount, plural } from '@/components/ui/number.model';
import type { BlockedKeyView, HeadsPlanView } from '@/lib/console/operations/keys/views';

/** How many keys of the same group one cause blocks, this one included; held keys stay held. */
export function sharingCause(row: BlockedKeyView, rows: readonly BlockedKeyView[]): number {
  if (row.cause === null || row.cause === '') return 0;
  return rows.filter(({ group, cause, hold }) => group === row.group && cause === row.cause && hold === null).length;
}

export function titleOfHeads(plan: Pick<HeadsPlanView, 'wouldChange'> | undefined, group: string): string {
  return plan === undefined
    ? `Move all heads with this cause to the DLQ?`
    : `Move ${plural(plan.wouldChange, 'head message')} of ${group} to the DLQ?`;
}

type Plan = Pick<HeadsPlanView, 'wouldChange' | 'behind' | 'consequences'>;

/** What the operator accepts, one sentence each. */
export function headsWords({ wouldChange, behind, consequences }: Plan, group: string): readonly string[] {
  const one = wouldChange === 1;
  const it = one ? 'it' : 'them';
  const dead = `${one ? 'It becomes a dead letter' : 'They become dead letters'} of ${group}.`;
  const [may = null] = consequences;
  return [
    ...(may === null ? [] : [may]),
    behind === 0
      ? `No message waits behind ${it}.`
      : `${plural(behind, `message behind ${it} is`, `messages behind ${it} are`)} delivered at once, in order of ` +
        'each key. None of them moves to the DLQ.',
    behind === 0 ? dead : `${dead} A later re-drive delivers ${it} after the messages now behind ${it}.`,
  ];
}

/** "Not included: 2 with another cause, 1 held by an operator." */
export function leftWords(excluded: HeadsPlanView['excluded']): string {
  return `Not included: ${excluded.map(({ why, count }) => `${formatCount(count)} ${why}`).join(', ')}.`;
}

/** For the audit log, to be edited. */
export function reasonForHeads({ wouldChange, behind }: Plan, errorType: string | null): string {
  const cause = errorType ?? 'The same error';
  return `${cause} blocks ${plural(wouldChange, 'key')} with ${plural(behind, 'message')} behind`;
}

interface Done {
  readonly changed: number;
  readonly excluded: HeadsPlanView['excluded'];
}

export function doneWords({ changed, excluded }: Done, group: string): string {
  const heads = plural(changed, 'head message is a dead letter', 'head messages are dead letters');
  const moved = `${heads} of ${group} now.`;
  return excluded.length === 0 ? moved : `${moved} ${leftWords(excluded)}`;
}
