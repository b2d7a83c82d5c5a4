import { formatCount, plural } from '@/components/ui/number.model';
import type { LeftOut, LetterVerb } from '@/lib/model/letter-change';

/** What the bar can do to dead letters beside a re-drive. */
export type BarVerb = Exclude<LetterVerb, 'restore'>;

interface Wording {
  readonly label: string;
  readonly title: (count: string, group: string) => string;
  readonly confirm: (count: string) => string;
  readonly explains: string;
  readonly danger?: true;
}

export const WORDING: Readonly<Record<BarVerb, Wording>> = {
  discard: {
    label: 'Discard…',
    title: (count, group) => `Discard ${count} of ${group}?`,
    confirm: (count) => `Discard ${count}`,
    explains:
      'They are no dead letters any more, and no group gets them. For 7 days they can be restored as they were, unless their own time is over before; then they are gone for good.',
    danger: true,
  },
  hold: {
    label: 'Hold…',
    title: (count, group) => `Hold ${count} of ${group}?`,
    confirm: (count) => `Hold ${count}`,
    explains: 'They do not expire until an operator releases them. They can be re-driven as before.',
  },
  release: {
    label: 'Release from hold…',
    title: (count, group) => `Release ${count} of ${group}?`,
    confirm: (count) => `Release ${count}`,
    explains: 'They expire again. What is past its time is kept for 24 h more.',
  },
  extend: {
    label: 'Expire later…',
    title: (count, group) => `Let ${count} of ${group} expire later?`,
    confirm: (count) => `Keep ${count}`,
    explains: 'None of them is removed before. Nothing expires sooner than it would.',
  },
  accept: {
    label: 'Accept…',
    title: (count, group) => `Accept ${count} of ${group}?`,
    confirm: (count) => `Accept ${count}`,
    explains: 'They may stay: they remain dead letters with a mark, and no alarm counts them.',
  },
  unaccept: {
    label: 'Take acceptance back…',
    title: (count, group) => `Count ${count} of ${group} again?`,
    confirm: (count) => `Count ${count} again`,
    explains: 'Alarms count them again.',
  },
};

export const EXTENSIONS = [
  { value: '24h', label: '24 h from now' },
  { value: '3d', label: '3 d from now' },
  { value: '7d', label: '7 d from now' },
  { value: '30d', label: '30 d from now' },
] as const;

/** "208 stay: 200 in RD-12, 8 held already." */
export function leftOutText(excluded: readonly LeftOut[]): string {
  const total = excluded.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return '';
  const reasons = excluded.map(({ why, count }) => `${formatCount(count)} ${why}`).join(', ');
  return `${formatCount(total)} ${total === 1 ? 'stays' : 'stay'} as ${total === 1 ? 'it is' : 'they are'}: ${reasons}.`;
}

/** What is said when a change is done, or goes on. */
export function outcomeText(did: string, changed: number, left: number, excluded: readonly LeftOut[]): string {
  const first =
    left === 0
      ? `${plural(changed, 'dead letter')} ${did}.`
      : `${formatCount(changed)} ${did} so far; ${formatCount(left)} are still to be done, in the background.`;
  return [first, leftOutText(excluded)].filter((text) => text !== '').join(' ');
}
