'use client';

import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { plural } from '@/components/ui/number.model';
import { keepLettersAction } from '@/lib/console/actions/keep-letters';
import type { AlarmView } from '@/lib/console/reads/alarms';
import { fingerprintOfSubject, groupOfSubject } from '@/lib/model/alarm/subject';

interface AcceptDialogProps {
  readonly alarm: AlarmView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** They may stay, says somebody: the alarm ends, and says by whom. */
export function AcceptDialog({ alarm, onClose, onDone }: AcceptDialogProps) {
  const { subject, remaining } = alarm;
  const cause = fingerprintOfSubject(subject);
  const group = groupOfSubject(subject);
  const what = cause === null ? `all dead letters of ${group}` : `all dead letters of this cause of ${group}`;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      onDone={onDone}
      title={remaining === null ? 'Accept its dead letters?' : `Accept ${plural(remaining, 'dead letter')}?`}
      confirmLabel="Accept them"
      requireReason
      run={({ reason }) =>
        keepLettersAction({
          verb: 'accept',
          group,
          ...(cause === null ? { all: true as const } : { filter: { cause } }),
          reason,
        })
      }
    >
      This accepts {what}: they stay, nobody is alarmed by them any more, and they can be re-driven later. The alarm ends
      when none is left, with your name and reason.
    </ConfirmDialog>
  );
}
