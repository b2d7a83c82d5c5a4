'use client';

import { Check, Undo2, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { plural } from '@/components/ui/number.model';
import { Time } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { approveRequestAction, refuseRequestAction, withdrawRequestAction } from '@/lib/console/actions/approvals';
import type { ApprovalPlanView, ApprovalView } from '@/lib/console/operations/approvals/views';
import { approvalName } from '@/lib/model/approval/approval';
import { drift, sentenceOf, stateWords, whyNotApprove } from './approvals.model';

interface ApprovalDetailProps {
  readonly row: ApprovalView;
  readonly me: string;
  /** Null: may decide. */
  readonly notAllowed: string | null;
}

/** One request, with what it would do now in view of who decides. */
export function ApprovalDetail({ row, me, notAllowed }: ApprovalDetailProps) {
  const { approvalId, group, state } = row;
  const isOpen = state === 'open';
  const query = useLiveQuery(
    'approvalPlan',
    { group, id: approvalId },
    { enabled: isOpen, live: { kinds: ['dead-letter', 'redrive'], group } },
  );
  const plan = isOpen ? query.data : undefined;
  return (
    <section className="panel" aria-label={approvalName(approvalId)}>
      <header>
        <h2>
          {approvalName(approvalId)} · {sentenceOf(row)}
        </h2>
        <span className="panel-end small text-3">{stateWords(state)}</span>
      </header>
      <div className="panel-body">
        <dl className="facts">
          <dt>Asked by</dt>
          <dd>
            {row.askedBy}, <Time at={row.askedAt} withRelative />
          </dd>
          <dt>Reason</dt>
          <dd>{row.reason === '' ? 'none was given' : row.reason}</dd>
          {isOpen ? (
            <>
              <dt>Expires</dt>
              <dd>
                <Time at={row.expiresAt} withRelative />; then nothing is changed
              </dd>
              <PlanFacts row={row} plan={plan} error={query.error?.message ?? null} />
            </>
          ) : (
            <>
              <dt>Decided by</dt>
              <dd>{row.decidedBy ?? 'no person: it expired'}</dd>
              <dt>Outcome</dt>
              <dd>{row.outcome ?? stateWords(state)}</dd>
            </>
          )}
        </dl>
      </div>
      <ReadProblem error={query.error} onRetry={query.retry} />
      {isOpen ? (
        <Decide row={row} me={me} notAllowed={notAllowed} plan={plan} readError={query.error?.message ?? null} />
      ) : null}
    </section>
  );
}

interface PlanFactsProps {
  readonly row: ApprovalView;
  readonly plan: ApprovalPlanView | undefined;
  readonly error: string | null;
}

function PlanFacts({ row, plan, error }: PlanFactsProps) {
  const planned = plan?.planned ?? null;
  if (planned === null)
    return (
      <>
        <dt>Now</dt>
        <dd>{plan?.problem ?? error ?? 'The plan is being read…'}</dd>
      </>
    );
  const moved = drift(row.messages, planned.messages);
  return (
    <>
      <dt>Now</dt>
      <dd>
        <b>{planned.messages === null ? 'an unknown number of messages' : plural(planned.messages, row.what)}</b>
        {moved === null ? null : ` · ${moved}`}
      </dd>
      {planned.excluded.length === 0 ? null : (
        <>
          <dt>Stay as they are</dt>
          <dd>{planned.excluded.map(({ why, count }) => `${count} ${why}`).join(' · ')}</dd>
        </>
      )}
      {planned.facts.map(({ name, text, at }) => (
        <Fragment key={`${name} ${text}`}>
          <dt>{name}</dt>
          <dd>{at == null ? (text ?? 'unknown') : <Time at={at} />}</dd>
        </Fragment>
      ))}
    </>
  );
}

interface DecideProps extends ApprovalDetailProps {
  readonly plan: ApprovalPlanView | undefined;
  readonly readError: string | null;
}

function Decide({ row, me, notAllowed, plan, readError }: DecideProps) {
  const { approvalId: id, group } = row;
  const toast = useToast();
  const action = useAction();
  const [isRefusing, setRefusing] = useState(false);
  const isMine = row.askedBy === me;
  const messages = plan?.planned?.messages ?? null;
  const approve = () =>
    action.run(
      () => approveRequestAction({ group, id, messages }),
      ({ state, outcome }) =>
        toast(state === 'done' ? `${approvalName(id)} is done: ${outcome}` : `${approvalName(id)} failed: ${outcome}`),
    );
  return (
    <>
      <ActionFailurePart failure={action.failure} slow={action.slow} />
      <footer>
        <Button
          variant="primary"
          icon={Check}
          pending={action.pending}
          disabledReason={whyNotApprove(row, me, notAllowed, plan, readError)}
          onClick={approve}
        >
          Approve and {row.act.toLowerCase()}
        </Button>
        {isMine ? (
          <Button
            icon={Undo2}
            pending={action.pending}
            onClick={() =>
              action.run(
                () => withdrawRequestAction({ group, id }),
                () => toast('Withdrawn'),
              )
            }
          >
            Withdraw
          </Button>
        ) : (
          <Button icon={X} disabledReason={notAllowed} onClick={() => setRefusing(true)}>
            Refuse…
          </Button>
        )}
      </footer>
      <ConfirmDialog
        open={isRefusing}
        onOpenChange={setRefusing}
        title={`Refuse ${approvalName(id)}`}
        confirmLabel="Refuse"
        requireReason
        initialReason=""
        run={({ reason }) => refuseRequestAction({ group, id, reason })}
        onDone={() => toast(`${approvalName(id)} is refused`)}
      >
        Nothing is changed. {row.askedBy} reads your reason here and in the audit log.
      </ConfirmDialog>
    </>
  );
}
