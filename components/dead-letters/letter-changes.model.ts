import type { ChangeWording } from '@/components/data-table/set-change.model';
import type { LetterVerb } from '@/lib/model/letter-change';

/** What the bar can do to dead letters beside a re-drive. */
export type BarVerb = Exclude<LetterVerb, 'restore'>;

export const WORDING: Readonly<Record<BarVerb, ChangeWording>> = {
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
