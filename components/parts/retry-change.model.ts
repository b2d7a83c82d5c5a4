import { changeOutcome, type ChangeWording } from '@/components/data-table/set-change.model';
import type { RETRY_FILTERS } from '@/lib/model/list-view';
import { RETRY_CHANGES, type RetryJob, type RetryVerb } from '@/lib/model/delivery/retry-change';

/** The filters as they stand in the address. */
export type RetryFilters = { readonly [Name in (typeof RETRY_FILTERS)[number]]?: string | undefined };

/** Rows by message id, or the filter; always of one group. */
export type RetryScope = { readonly group: string; readonly set?: string | undefined } & RetryFilters;

export const WORDING: Readonly<Record<RetryVerb, ChangeWording>> = {
  now: {
    label: 'Retry now',
    title: (count, group) => `Retry ${count} of ${group} now?`,
    confirm: (count) => `Retry ${count} now`,
    explains:
      'Their wait ends, and a client gets each as its next delivery. It counts as any other: one on its last try is ' +
      'dead if it fails.',
  },
  bury: {
    label: 'Send to dead letters…',
    title: (count, group) => `Send ${count} of ${group} to the dead letters?`,
    confirm: (count) => `Send ${count}`,
    explains: 'They are not retried any more, whatever tries are left. They can be re-driven from there.',
    danger: true,
  },
  hold: {
    label: 'Hold…',
    title: (count, group) => `Hold ${count} of ${group}?`,
    confirm: (count) => `Hold ${count}`,
    explains:
      'They are not delivered and do not die until an operator releases them. In an ordered group everything of their ' +
      'keys waits with them.',
  },
  release: {
    label: 'Release…',
    title: (count, group) => `Release ${count} of ${group}?`,
    confirm: (count) => `Release ${count}`,
    explains: 'Each is due when it would have been; one whose time is past is due at once.',
  },
};

/** What is said when a change is done, or goes on. */
export function outcomeText(job: RetryJob): string {
  return changeOutcome('message', RETRY_CHANGES[job.verb].did, job);
}
