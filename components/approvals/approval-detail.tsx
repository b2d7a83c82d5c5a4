'use client';

import { Check, Undo2, X } from 'lucide-react';
import { Fragment, useState } from 'react';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { ActionFailurePart } from '@/components/form/form-failure';
import { useAction } from '@/components/form/use-action';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { Time } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { approveRequestAction, refuseRequestAction, withdrawRequestAction } from '@/lib/console/actions/approvals';
import type { ApprovalPlanView, ApprovalView } from '@/lib/console/operations/approvals/views';
import { approvalName } from '@/lib/model/approval/approval';
import { drift, sentenceOf, stateWords, whyNotApprove } from './approvals.model';
import { Said } from '@/components/ui/said';
import { whyLeft } from '@/lib/model/dead-letter/letter-change';
import { leftOutWords } from '@/lib/model/redrive/left-out';
import { between, pieces, t } from '@/lib/model/language/t';

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
          <dt>{t('Requested by')}</dt>
          <dd>
            {row.askedBy}
            {between(',')}
            <Time at={row.askedAt} withRelative />
          </dd>
          <dt>{t('Reason')}</dt>
          <dd>{row.reason === '' ? t('no reason given') : row.reason}</dd>
          {isOpen ? (
            <>
              <dt>{t('Expires')}</dt>
              <dd>
                <Said
                  of={pieces('{time}; then nothing is changed', { time: <Time at={row.expiresAt} withRelative /> })}
                />
              </dd>
              <PlanFacts row={row} plan={plan} error={query.error?.message ?? null} />
            </>
          ) : (
            <>
              <dt>{t('Decided by')}</dt>
              <dd>{row.decidedBy ?? t('no operator: it expired')}</dd>
              <dt>{t('Outcome')}</dt>
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
        <dt>{t('Current')}</dt>
        <dd>{plan?.problem ?? error ?? t('Reading the plan…')}</dd>
      </>
    );
  const moved = drift(row.messages, planned.messages);
  return (
    <>
      <dt>{t('Current')}</dt>
      <dd>
        <b>
          {planned.messages === null
            ? t('an unknown number of messages')
            : t('{messages, plural, one {# message} other {# messages}}', { messages: planned.messages })}
        </b>
        {moved === null ? null : ` · ${moved}`}
      </dd>
      {planned.excluded.length === 0 ? null : (
        <>
          <dt>{t('Left unchanged')}</dt>
          <dd>
            {planned.excluded
              .map(({ why, count }) => t('{why} ({count, number})', { why: leftOutWords(whyLeft(why)), count }))
              .join(' · ')}
          </dd>
        </>
      )}
      {planned.facts.map(({ name, text, at }) => (
        <Fragment key={`${name} ${text}`}>
          <dt>{name}</dt>
          <dd>{at == null ? (text ?? t('unknown')) : <Time at={at} />}</dd>
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
        toast(
          state === 'done'
            ? t('{id} is done: {outcome}', { id: approvalName(id), outcome })
            : t('{id} failed: {outcome}', { id: approvalName(id), outcome }),
        ),
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
          {t('Approve: {act}', { act: row.act })}
        </Button>
        {isMine ? (
          <Button
            icon={Undo2}
            pending={action.pending}
            onClick={() =>
              action.run(
                () => withdrawRequestAction({ group, id }),
                () => toast(t('Request withdrawn')),
              )
            }
          >
            {t('Withdraw')}
          </Button>
        ) : (
          <Button icon={X} disabledReason={notAllowed} onClick={() => setRefusing(true)}>
            {t('Reject…')}
          </Button>
        )}
      </footer>
      <ConfirmDialog
        open={isRefusing}
        onOpenChange={setRefusing}
        title={t('Reject {id}', { id: approvalName(id) })}
        confirmLabel={t('Reject')}
        requireReason
        initialReason=""
        run={({ reason }) => refuseRequestAction({ group, id, reason })}
        onDone={() => toast(t('{id} was rejected', { id: approvalName(id) }))}
      >
        {t('Nothing is changed. {askedBy} sees your reason here and in the audit log.', { askedBy: row.askedBy })}
      </ConfirmDialog>
    </>
  );
}
