'use client';

import { FormDialog } from '@/components/form/form-dialog';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useAction } from '@/components/form/use-action';
import { ReadProblem } from '@/components/live/read-problem';
import { useAskedRead } from '@/components/live/use-asked-read';
import { Skeleton } from '@/components/ui/skeleton';
import { useToast } from '@/components/ui/toast';
import { moveHeadsAction } from '@/lib/console/actions/messages';
import type { BlockedKeyView } from '@/lib/console/operations/keys/views';
import { doneWords, headsWords, leftWords, reasonForHeads, titleOfHeads } from './heads.model';
import styles from './keys.module.css';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface HeadsDialogProps {
  /** One of the heads. */
  readonly row: BlockedKeyView & { readonly cause: string };
  readonly onClose: () => void;
}

/** What the move of all heads of one cause takes and leaves, before anything is changed. */
export function HeadsDialog({ row, onClose }: HeadsDialogProps) {
  const { group, cause, errorType } = row;
  const toast = useToast();
  const { data: plan, error, askAgain } = useAskedRead('headsPlan', { group, cause });
  const reason = useReason(plan === undefined ? '' : reasonForHeads(plan, errorType));
  const { run, ...action } = useAction();
  const submit = () => {
    if (plan === undefined) return;
    const { headMessageIds } = plan;
    run(
      () => moveHeadsAction({ group, cause, headMessageIds: [...headMessageIds], reason: reason.text }),
      (done) => {
        onClose();
        if (!done.dryRun) toast(doneWords(done, group));
      },
    );
  };
  const blocker =
    plan === undefined
      ? t('The plan has not been read yet')
      : plan.wouldChange === 0
        ? t('No head of a blocked key has this cause now')
        : reason.missing;
  return (
    <FormDialog
      title={titleOfHeads(plan, group)}
      description={
        plan === undefined ? (
          error === null ? (
            <Skeleton rows={3} />
          ) : (
            <ReadProblem error={error} onRetry={askAgain} />
          )
        ) : (
          <div className="col">
            <p className="small text-2">
              <Said of={pieces('Cause: {cause}', { cause: <span className="mono">{row.errorType}</span> })} />
            </p>
            <ul className={styles.consequences}>
              {headsWords(plan, group).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
            {plan.excluded.length === 0 ? null : <p className="small text-2">{leftWords(plan.excluded)}</p>}
          </div>
        )
      }
      onClose={onClose}
      form={{ ...action, onSubmit: submit }}
      submitLabel={
        plan === undefined
          ? t('Move heads to the DLQ')
          : t('Move {count, number} to the DLQ', { count: plan.wouldChange })
      }
      danger
      blocker={blocker}
    >
      <ReasonField reason={reason} required />
    </FormDialog>
  );
}
