import { changeOutcome, type ChangeWording } from '@/components/data-table/set-change.model';
import type { RETRY_FILTERS } from '@/lib/model/list-view';
import type { RetryJob, RetryVerb } from '@/lib/model/delivery/retry-change';
import { msg, t } from '@/lib/model/language/t';

/** The filters as they stand in the address. */
export type RetryFilters = { readonly [Name in (typeof RETRY_FILTERS)[number]]?: string | undefined };

/** Rows by message id, or the filter; always of one group. */
export type RetryScope = { readonly group: string; readonly set?: string | undefined } & RetryFilters;

interface RetryWording extends ChangeWording {
  readonly cancel: string;
  readonly reason: (group: string) => string;
  readonly did: (changed: number) => string;
}

export const WORDING: Readonly<Record<RetryVerb, RetryWording>> = {
  now: {
    label: msg('Retry now'),
    title: (count, group) => t('Retry {count} of {group} now?', { count, group }),
    confirm: (count) => t('Retry {count} now', { count }),
    cancel: msg('Keep waiting'),
    reason: (group) => t('Retry {group} now', { group }),
    explains: msg(
      `Each message is delivered again as soon as a client requests it. The delivery counts as an attempt, and a
        message on its last attempt moves to the DLQ if it fails.`,
    ),
    did: (changed) => t('{changed, plural, one {# message is} other {# messages are}} due now.', { changed }),
  },
  bury: {
    label: msg('Move to the DLQ…'),
    title: (count, group) => t('Move {count} of {group} to the DLQ?', { count, group }),
    confirm: (count) => t('Move {count} to the DLQ', { count }),
    cancel: msg('Keep waiting'),
    reason: (group) => t('Move messages of {group} to the DLQ', { group }),
    explains: msg('The messages are not retried any more, even if attempts are left. They can be re-driven.'),
    did: (changed) => t('{changed, plural, one {# message} other {# messages}} moved to the DLQ.', { changed }),
    danger: true,
  },
  hold: {
    label: msg('Hold…'),
    title: (count, group) => t('Hold {count} of {group}?', { count, group }),
    confirm: (count) => t('Hold {count}', { count }),
    cancel: msg('Keep waiting'),
    reason: (group) => t('Hold messages of {group}', { group }),
    explains: msg(
      `Held messages are neither delivered nor moved to the DLQ until an operator releases them. In an ordered group,
        all later messages of the same keys wait too.`,
    ),
    did: (changed) => t('{changed, plural, one {# message} other {# messages}} held.', { changed }),
  },
  release: {
    label: msg('Release…'),
    title: (count, group) => t('Release {count} of {group}?', { count, group }),
    confirm: (count) => t('Release {count}', { count }),
    cancel: msg('Keep holding'),
    reason: (group) => t('Release messages of {group}', { group }),
    explains: msg('Each message is due at its original time, or at once if that time is past.'),
    did: (changed) => t('{changed, plural, one {# message} other {# messages}} released.', { changed }),
  },
};

/** What is said when a change is done, or goes on. */
export function outcomeText(job: RetryJob): string {
  return changeOutcome(WORDING[job.verb].did, job);
}
