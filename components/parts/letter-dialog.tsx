'use client';

import { useState } from 'react';
import { changeOutcome, planText } from '@/components/data-table/set-change.model';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { FilterSelect } from '@/components/filters/filter-select';
import { formatCount } from '@/components/ui/number.model';
import { Time, ZoneName } from '@/components/ui/time';
import { useToast } from '@/components/ui/toast';
import { discardLettersAction, keepLettersAction } from '@/lib/console/actions/dead-letters';
import type { LetterPlanView } from '@/lib/console/operations/dead-letters/views';
import { LETTER_CHANGES, LETTER_LIMITS } from '@/lib/model/dead-letter/letter-change';
import { type BarVerb, EXTENSIONS, DONE, type ScopeParams, WORDING } from './letter-changes.model';
import { t } from '@/lib/model/language/t';

interface LetterDialogProps {
  readonly verb: BarVerb;
  readonly scope: ScopeParams;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Counts first, from a dry run; what is confirmed is the set that was counted. */
export function LetterDialog({ verb, scope, onClose, onDone }: LetterDialogProps) {
  const [ahead, setAhead] = useState<string>('7d');
  const toast = useToast();
  const workspace = useWorkspace();
  const until = verb === 'extend' ? ahead : undefined;
  // counted once: later dead letters are not in the set
  const read = useLiveQuery('letterPlan', { ...scope, verb, until }, { live: { kinds: [] } });
  const plan = read.isPrevious ? undefined : read.data;
  const words = WORDING[verb];
  const count = plan === undefined ? '…' : formatCount(plan.wouldChange);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={words.title(count, scope.group)}
      confirmLabel={words.confirm(count)}
      danger={'danger' in words}
      requireReason={needsReason(verb, plan)}
      initialReason={words.title(count, scope.group).replace(/[?？]/, '')}
      run={({ reason }) => send(verb, scope, plan, reason, workspace)}
      onDone={(job) => {
        toast(changeOutcome((changed) => DONE[verb](changed), job));
        onDone();
      }}
    >
      <div className="col">
        <p>{t(words.explains)}</p>
        {verb === 'extend' ? (
          <p>
            <FilterSelect
              name={t('kept until')}
              value={ahead}
              options={EXTENSIONS.map(({ value, label }) => ({ value, label: t(label) }))}
              onChange={setAhead}
            />{' '}
            {plan?.until == null ? null : (
              <>
                <Time at={plan.until} style="day-clock" /> <ZoneName />
              </>
            )}
          </p>
        ) : null}
        <p aria-live="polite">{read.error?.message ?? planText(plan, t('No dead letter matches any more.'))}</p>
      </div>
    </ConfirmDialog>
  );
}

function needsReason(verb: BarVerb, plan: LetterPlanView | undefined): boolean {
  return LETTER_CHANGES[verb].reason === 'always' || (plan?.matched ?? 0) >= LETTER_LIMITS.reasonFrom;
}

function send(
  verb: BarVerb,
  { group, set }: ScopeParams,
  plan: LetterPlanView | undefined,
  reason: string,
  workspace: string | null,
) {
  const { throughId = 0, filter = null } = plan ?? {};
  const what =
    set === undefined
      ? filter === null
        ? { all: true as const }
        : { filter }
      : { deadLetterIds: set.split(',').map(Number) };
  const input = { group, ...what, throughId, reason };
  if (verb === 'discard') return discardLettersAction(input);
  return keepLettersAction({ ...input, verb, ...(plan?.until == null ? {} : { until: plan.until }) }, workspace);
}
