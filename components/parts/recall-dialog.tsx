'use client';

import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { useToast } from '@/components/ui/toast';
import { DueIn, Time, ZoneName } from '@/components/ui/time';
import { recallScheduledAction } from '@/lib/console/actions/messages';
import type { ScheduledView } from '@/lib/console/operations/scheduled/views';

interface RecallDialogProps {
  readonly message: ScheduledView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Takes one message off the schedule. It cannot be undone, so it asks why. */
export function RecallDialog({ message, onClose, onDone }: RecallDialogProps) {
  const toast = useToast();
  const { topic, messageId, dueAt } = message;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Recall this message?"
      confirmLabel="Recall 1 message"
      cancelLabel="Leave it"
      danger
      requireReason
      initialReason={`Recall before its delivery at ${dueAt.slice(0, 16).replace('T', ' ')} UTC`}
      run={({ reason }) => recallScheduledAction({ topic, messageId, reason })}
      onDone={({ changed }) => {
        toast(changed ? `${messageId} recalled` : `${messageId} was recalled before`);
        onDone();
      }}
    >
      <span className="mono">{messageId}</span> on {topic}, due <Time at={dueAt} style="day-clock" /> <ZoneName />,{' '}
      <DueIn at={dueAt} />. No group will ever receive it. This cannot be undone: only its producer can send it again.
      Once it is due it belongs to the groups, and the recall is refused.
    </ConfirmDialog>
  );
}
