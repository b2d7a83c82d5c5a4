import type { ApprovalPlanView, ApprovalView } from '@/lib/console/operations/approvals/views';
import { msg, t } from '@/lib/model/language/t';

type Asked = Pick<ApprovalView, 'act' | 'messages' | 'group' | 'workspace'>;

/** "Re-drive 21,000 dead letters of bulk-billing". */
export function sentenceOf({ act, messages, group, workspace }: Asked): string {
  const of = workspace === null ? group : t('{group} in {cluster}', { group, cluster: workspace });
  return messages === null
    ? t('{act}: an unknown number of messages of {group}', { act, group: of })
    : t('{act}: {messages, plural, one {# message} other {# messages}} of {group}', { act, messages, group: of });
}

const STATES: Readonly<Record<ApprovalView['state'], string>> = {
  open: msg('Waiting for a second person'),
  expired: msg('Expired: nothing was changed'),
  running: msg('Approved. The outcome is unknown: see the audit log of the group.'),
  done: msg('Approved and done'),
  failed: msg('Approved; failed or partly done'),
  refused: msg('Rejected: nothing was changed'),
  withdrawn: msg('Withdrawn: nothing was changed'),
};

export function stateWords(state: ApprovalView['state']): string {
  return t(STATES[state]);
}

/** What differs from what was asked; null: nothing. */
export function drift(asked: number | null, now: number | null): string | null {
  if (asked === now) return null;
  if (now === null) return t('The current number is unknown.');
  if (asked === null) return t('It would now be {now, plural, one {# message} other {# messages}}.', { now });
  return t(
    `{count, plural, one {# message} other {# messages}} {change, select, fewer {fewer} other {more}} than when it was
    requested.`,
    {
      count: Math.abs(asked - now),
      change: now < asked ? 'fewer' : 'more',
    },
  );
}

/** Why the button is off; null: it can be pressed. */
export function whyNotApprove(
  row: Pick<ApprovalView, 'askedBy'>,
  me: string,
  notAllowed: string | null,
  plan: ApprovalPlanView | undefined,
  readError: string | null,
): string | null {
  if (row.askedBy === me) return t('You requested this: another person must approve');
  if (notAllowed !== null) return notAllowed;
  if (readError !== null) return readError;
  if (plan === undefined) return t('Reading the plan');
  return plan.problem;
}
