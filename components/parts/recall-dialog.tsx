'use client';

import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Said } from '@/components/ui/said';
import { useToast } from '@/components/ui/toast';
import { DueIn, Time, ZoneName } from '@/components/ui/time';
import { useWorkspace } from '@/components/live/use-workspace';
import { recallScheduledAction } from '@/lib/console/actions/messages';
import { pieces, t } from '@/lib/model/language/t';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';

interface RecallDialogProps {
  readonly message: Pick<ScheduledView, 'topic' | 'messageId' | 'dueAt'>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Takes one message off the schedule. It cannot be undone, so it asks why. */
export function RecallDialog({ message, onClose, onDone }: RecallDialogProps) {
  const toast = useToast();
  const workspace = useWorkspace();
  const { topic, messageId, dueAt } = message;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('Recall this message?')}
      confirmLabel={t('Recall message')}
      cancelLabel={t('Keep it scheduled')}
      danger
      requireReason
      initialReason={t('Recalled before its delivery at {time} UTC', {
        time: dueAt.slice(0, 16).replace('T', ' '),
      })}
      run={({ reason }) => recallScheduledAction({ topic, messageId, reason }, workspace)}
      onDone={({ changed }) => {
        toast(changed ? t('{id} recalled', { id: messageId }) : t('{id} was already recalled', { id: messageId }));
        onDone();
      }}
    >
      <Said
        of={pieces('{id} on {topic}, due {time} {zone}, {distance}.', {
          ...{ id: <span className="mono">{messageId}</span>, topic, zone: <ZoneName /> },
          ...{ time: <Time at={dueAt} style="day-clock" />, distance: <DueIn at={dueAt} /> },
        })}
      />{' '}
      {t(
        `No group will receive it. This cannot be undone: only its producer can send it again. A message that is already
        due cannot be recalled.`,
      )}
    </ConfirmDialog>
  );
}
