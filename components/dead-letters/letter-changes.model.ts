import type { ChangeWording } from '@/components/data-table/set-change.model';
import type { LetterVerb } from '@/lib/model/dead-letter/letter-change';

/** What the bar can do to dead letters beside a re-drive. */
export type BarVerb = Exclude<LetterVerb, 'restore'>;

export const WORDING: Readonly<Record<BarVerb, ChangeWording>> = {
  discard: {
    label: 'Discard…',
    title: (count, group) => `Discard ${count} of ${group}?`,
    confirm: (count) => `Discard ${count}`,
    explains:
      'They leave the dead letters and are not delivered. You can restore them for 7 days, unless they expire sooner; then they are gone for good.',
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
    explains: 'They expire again. Dead letters past their time are kept for another 24 h.',
  },
  extend: {
    label: 'Expire later…',
    title: (count, group) => `Let ${count} of ${group} expire later?`,
    confirm: (count) => `Keep ${count}`,
    explains: 'None of them is removed before then, and none expires earlier than it would have.',
  },
  accept: {
    label: 'Accept…',
    title: (count, group) => `Accept ${count} of ${group}?`,
    confirm: (count) => `Accept ${count}`,
    explains: 'They stay dead letters, marked as accepted. Alarms no longer count them.',
  },
  unaccept: {
    label: 'Withdraw acceptance…',
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
