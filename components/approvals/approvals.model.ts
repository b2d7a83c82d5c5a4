import { plural } from '@/components/ui/number.model';
import type { ApprovalPlanView, ApprovalView } from '@/lib/console/operations/approvals/views';

type Asked = Pick<ApprovalView, 'act' | 'what' | 'messages' | 'group' | 'workspace'>;

/** "Re-drive 21,000 dead letters of bulk-billing". */
export function sentenceOf({ act, what, messages, group, workspace }: Asked): string {
  const many = messages === null ? `an unknown number of ${what}s` : plural(messages, what);
  return `${act}: ${many} of ${group}${workspace === null ? '' : ` in ${workspace}`}`;
}

const STATES: Readonly<Record<ApprovalView['state'], string>> = {
  open: 'Waits for a second person',
  expired: 'Expired: nothing was changed',
  running: 'Approved; whether it is done is unknown: see the audit log of the group',
  done: 'Approved and done',
  failed: 'Approved; failed, or done in part',
  refused: 'Refused: nothing was changed',
  withdrawn: 'Withdrawn: nothing was changed',
};

export function stateWords(state: ApprovalView['state']): string {
  return STATES[state];
}

/** What differs from what was asked; null: nothing. */
export function drift(asked: number | null, now: number | null): string | null {
  if (asked === now) return null;
  if (now === null) return 'How many it would be now is unknown.';
  if (asked === null) return `It would be ${plural(now, 'message')} now.`;
  return `${plural(Math.abs(asked - now), 'message')} ${now < asked ? 'fewer' : 'more'} than when it was asked.`;
}

/** Why the button is off; null: it can be pressed. */
export function whyNotApprove(
  row: Pick<ApprovalView, 'askedBy'>,
  me: string,
  notAllowed: string | null,
  plan: ApprovalPlanView | undefined,
  readError: string | null,
): string | null {
  if (row.askedBy === me) return 'You asked for it: another person approves';
  if (notAllowed !== null) return notAllowed;
  if (readError !== null) return readError;
  if (plan === undefined) return 'The plan is being read';
  return plan.problem;
}
