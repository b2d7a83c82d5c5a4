'use client';

import { BrokerFigure } from '@/components/clusters/figure';
import { FormDialog } from '@/components/form/form-dialog';
import { ReasonField, useReason } from '@/components/form/reason-field';
import { useActionForm } from '@/components/form/use-action-form';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { Banner } from '@/components/ui/banner';
import { Time } from '@/components/ui/time';
import { undoResetAction } from '@/lib/console/actions/groups';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface UndoOffsetDialogProps {
  readonly group: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Back to the positions before the newest reset, and what that delivers or skips, before it is done. */
export function UndoOffsetDialog({ group, onClose, onDone }: UndoOffsetDialogProps) {
  const workspace = useWorkspace();
  const reason = useReason(t('The reset was a mistake'));
  const preview = useLiveQuery('brokerResetUndo', { group }, { live: { kinds: ['group'], group } });
  const plan = preview.data;
  const form = useActionForm(
    {
      action: (input: Parameters<typeof undoResetAction>[0]) => undoResetAction(input, workspace),
      input: () => ({ group, reason: reason.text, at: plan?.at }),
      onDone: () => {
        onClose();
        onDone();
      },
    },
    ['group', 'reason', 'at'],
  );
  const none = preview.error?.kind === 'not-found' ? preview.error.message : null;
  const counting = preview.error === null ? t('Counting') : (none ?? t('The preview could not be read'));
  return (
    <FormDialog
      title={t('Undo the last reset of {group}?', { group })}
      onClose={onClose}
      form={form}
      danger
      submitLabel={plan === undefined ? t('Undo reset') : t('Undo reset in {topic}', { topic: plan.topic })}
      blocker={plan === undefined ? counting : (plan.blocker ?? reason.missing)}
    >
      {none === null ? <ReadProblem error={preview.error} onRetry={preview.retry} /> : <p>{none}</p>}
      {plan === undefined ? null : (
        <>
          {plan.blocker === null ? null : <Banner tone="warning">{plan.blocker}</Banner>}
          <p>
            <Said
              of={pieces('Restores the offsets of {time}, before {name} reset the offset in {topic}.', {
                time: <Time at={plan.at} />,
                name: plan.by,
                topic: plan.topic,
              })}
            />
          </p>
          <p aria-live="polite">
            <Said
              of={pieces(
                `Delivers {delivered} to the group, some perhaps again, and skips {skipped}, on all brokers together.`,
                {
                  delivered: <BrokerFigure reading={plan.delivered} />,
                  skipped: <BrokerFigure reading={plan.skipped} />,
                },
              )}
            />
          </p>
        </>
      )}
      <ReasonField reason={reason} required error={form.errorOf('reason')} />
    </FormDialog>
  );
}
