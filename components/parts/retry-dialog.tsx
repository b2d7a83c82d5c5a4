'use client';

import { planText } from '@/components/data-table/set-change.model';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { formatCount } from '@/components/ui/number.model';
import { useToast } from '@/components/ui/toast';
import { changeRetriesAction } from '@/lib/console/actions/messages';
import type { RetryPlanView } from '@/lib/console/operations/retries/views';
import { RETRY_CHANGE_LIMITS, type RetryVerb } from '@/lib/model/delivery/retry-change';
import { t } from '@/lib/model/language/t';
import { outcomeText, type RetryScope, WORDING } from './retry-change.model';

interface RetryDialogProps {
  readonly verb: RetryVerb;
  readonly scope: RetryScope;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Counts first, from a dry run; what is confirmed is the set that was counted. */
export function RetryDialog({ verb, scope, onClose, onDone }: RetryDialogProps) {
  const toast = useToast();
  // counted once: what fails meanwhile is not in the set
  const read = useLiveQuery('retryPlan', { ...scope, verb }, { live: { kinds: [] } });
  const plan = read.isPrevious ? undefined : read.data;
  const words = WORDING[verb];
  const count = plan === undefined ? '…' : formatCount(plan.wouldChange);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words.title(count, scope.group)}
      confirmLabel={words.confirm(count)}
      cancelLabel={t(words.cancel)}
      danger={words.danger === true}
      initialReason={words.reason(scope.group)}
      requireReason={(plan?.matched ?? 0) >= RETRY_CHANGE_LIMITS.reasonFrom}
      run={({ reason }) => changeRetriesAction({ ...whatOf(scope, plan), verb, reason })}
      onDone={(job) => {
        toast(outcomeText(job));
        onDone();
      }}
    >
      <div className="col">
        <p>{t(words.explains)}</p>
        <p aria-live="polite">
          {read.error?.message ?? planText(plan, t('None of these messages is waiting any more.'))}
        </p>
      </div>
    </ConfirmDialog>
  );
}

function whatOf({ group, set }: RetryScope, plan: RetryPlanView | undefined) {
  const throughEpoch = plan?.throughEpoch ?? 0;
  if (set !== undefined) return { group, throughEpoch, messageIds: set.split(',').map(decodeURIComponent) };
  const filter = plan?.filter ?? null;
  return filter === null ? { group, throughEpoch, all: true as const } : { group, throughEpoch, filter };
}
