import type { ChangeWording } from '@/components/data-table/set-change.model';
import type { LetterVerb } from '@/lib/model/dead-letter/letter-change';
import type { LETTER_CONDITIONS } from '@/lib/model/dead-letter/letter-filter';
import { msg, t } from '@/lib/model/language/t';

/** Rows by number, or the filter; always of one group. */
export type ScopeParams = { readonly group: string; readonly set?: string | undefined } & Readonly<
  Partial<Record<(typeof LETTER_CONDITIONS)[number], string | undefined>>
>;

/** What the bar can do to dead letters beside a re-drive. */
export type BarVerb = Exclude<LetterVerb, 'restore'>;

export const WORDING = {
  discard: {
    label: msg('Discard…'),
    title: (count: string, group: string) => t('Discard {count} of {group}?', { count, group }),
    confirm: (count: string) => t('Discard {count}', { count }),
    explains: msg(
      `They are removed from the dead letters and not delivered. You can restore them for 7 days, or until they
      expire. After that they are deleted permanently.`,
    ),
    danger: true,
  },
  hold: {
    label: msg('Hold…'),
    title: (count: string, group: string) => t('Hold {count} of {group}?', { count, group }),
    confirm: (count: string) => t('Hold {count}', { count }),
    explains: msg('They do not expire until someone releases the hold. They can be re-driven as before.'),
  },
  release: {
    label: msg('Release hold…'),
    title: (count: string, group: string) => t('Release {count} of {group}?', { count, group }),
    confirm: (count: string) => t('Release {count}', { count }),
    explains: msg('They expire again. Dead letters past their retention are kept for another 24 h.'),
  },
  extend: {
    label: msg('Extend retention…'),
    title: (count: string, group: string) => t('Extend the retention of {count} of {group}?', { count, group }),
    confirm: (count: string) => t('Extend {count}', { count }),
    explains: msg('None of them is removed before then, and none expires earlier than before.'),
  },
  accept: {
    label: msg('Accept…'),
    title: (count: string, group: string) => t('Accept {count} of {group}?', { count, group }),
    confirm: (count: string) => t('Accept {count}', { count }),
    explains: msg('They stay dead letters, marked as accepted. Alarms no longer count them.'),
  },
  unaccept: {
    label: msg('Withdraw acceptance…'),
    title: (count: string, group: string) => t('Withdraw acceptance of {count} of {group}?', { count, group }),
    confirm: (count: string) => t('Withdraw acceptance of {count}', { count }),
    explains: msg('Alarms count them again.'),
  },
} as const satisfies Readonly<Record<BarVerb, ChangeWording>>;

/** What was done, in a sentence. */
export const DONE: Readonly<Record<BarVerb, (changed: number) => string>> = {
  discard: (changed) => t('{changed, plural, one {# dead letter} other {# dead letters}} discarded.', { changed }),
  hold: (changed) => t('{changed, plural, one {# dead letter} other {# dead letters}} held.', { changed }),
  release: (changed) =>
    t('{changed, plural, one {# dead letter} other {# dead letters}} released from hold.', { changed }),
  extend: (changed) =>
    t('{changed, plural, one {# dead letter expires} other {# dead letters expire}} later.', { changed }),
  accept: (changed) => t('{changed, plural, one {# dead letter} other {# dead letters}} accepted.', { changed }),
  unaccept: (changed) =>
    t('{changed, plural, one {# dead letter} other {# dead letters}} counted by alarms again.', { changed }),
};

export const EXTENSIONS = [
  { value: '24h', label: msg('24 h from now') },
  { value: '3d', label: msg('3 d from now') },
  { value: '7d', label: msg('7 d from now') },
  { value: '30d', label: msg('30 d from now') },
] as const;
