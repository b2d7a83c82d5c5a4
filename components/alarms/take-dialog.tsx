'use client';

import { useState } from 'react';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Segmented } from '@/components/ui/segmented';
import { acknowledgeAlarmAction, silenceAlarmAction, unsilenceAlarmAction } from '@/lib/console/actions/alarms';
import { useWorkspace } from '@/components/live/use-workspace';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { SIGNALS } from '@/lib/model/signal/signal';
import { whereText } from './alarms.model';

export type Taking = 'acknowledge' | 'silence' | 'unsilence';

const HOURS = { '1': 1, '4': 4, '24': 24, '168': 168 } as const;
type Hours = keyof typeof HOURS;

interface TakeDialogProps {
  readonly kind: Taking;
  readonly alarm: AlarmView;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function TakeDialog({ kind, alarm, onClose, onDone }: TakeDialogProps) {
  const [hours, setHours] = useState<Hours>('1');
  const id = String(alarm.incidentId);
  const workspace = useWorkspace();
  const name = `${SIGNALS[alarm.watch].says}, ${whereText(alarm)}`;
  const common = { open: true, onOpenChange: onClose, onDone };
  if (kind === 'acknowledge')
    return (
      <ConfirmDialog
        {...common}
        title="Acknowledge this alarm?"
        confirmLabel="Acknowledge"
        run={() => acknowledgeAlarmAction({ id, reason: '' }, workspace)}
      >
        {name}: its notifications stop repeating, and others see that you work on it. It resolves by itself when its
        cause is gone.
      </ConfirmDialog>
    );
  if (kind === 'unsilence')
    return (
      <ConfirmDialog
        {...common}
        title="End the silence?"
        confirmLabel="End the silence"
        run={() => unsilenceAlarmAction({ id, reason: '' }, workspace)}
      >
        {name}: its channels are notified again.
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      {...common}
      title="Silence this alarm?"
      confirmLabel={`Silence for ${hours === '168' ? '7 days' : `${hours} h`}`}
      requireReason
      initialReason={`Known: ${name}`}
      run={({ reason }) => silenceAlarmAction({ id, reason, forMs: HOURS[hours] * 3_600_000 }, workspace)}
    >
      <p>
        {name}: no notifications are sent, even if it fires again. If it still fires at the end of the silence, they are
        sent then.
      </p>
      <Segmented
        label="For how long"
        value={hours}
        onChange={setHours}
        options={[
          { value: '1', label: '1 h' },
          { value: '4', label: '4 h' },
          { value: '24', label: '24 h' },
          { value: '168', label: '7 days' },
        ]}
      />
    </ConfirmDialog>
  );
}
