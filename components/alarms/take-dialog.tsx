'use client';

import { useState } from 'react';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { Segmented } from '@/components/ui/segmented';
import { acknowledgeAlarmAction, silenceAlarmAction, unsilenceAlarmAction } from '@/lib/console/actions/alarms';
import { useWorkspace } from '@/components/live/use-workspace';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { sayIn } from '@/lib/model/duration';
import { alarmName } from './alarms.model';
import { t } from '@/lib/model/language/t';

export type Taking = 'acknowledge' | 'silence' | 'unsilence';

const HOURS = { '1': 1, '4': 4, '24': 24, '168': 168 } as const;
type Hours = keyof typeof HOURS;

function durationOf(hours: Hours): string {
  return hours === '168' ? sayIn(7, 'd') : sayIn(HOURS[hours], 'h');
}

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
  const name = alarmName(alarm);
  const common = { open: true, onOpenChange: onClose, onDone };
  if (kind === 'acknowledge')
    return (
      <ConfirmDialog
        {...common}
        title={t('Acknowledge this alarm?')}
        confirmLabel={t('Acknowledge')}
        run={() => acknowledgeAlarmAction({ id, reason: '' }, workspace)}
      >
        {t(
          `{name}: notifications stop repeating, and others see that you are working on it. The alarm resolves when its
          cause is gone.`,
          { name },
        )}
      </ConfirmDialog>
    );
  if (kind === 'unsilence')
    return (
      <ConfirmDialog
        {...common}
        title={t('End the silence?')}
        confirmLabel={t('End silence')}
        run={() => unsilenceAlarmAction({ id, reason: '' }, workspace)}
      >
        {t('{name}: its channels are notified again.', { name })}
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      {...common}
      title={t('Silence this alarm?')}
      confirmLabel={t('Silence for {duration}', { duration: durationOf(hours) })}
      requireReason
      initialReason={t('Known: {name}', { name })}
      run={({ reason }) => silenceAlarmAction({ id, reason, forMs: HOURS[hours] * 3_600_000 }, workspace)}
    >
      <p>
        {t(
          `{name}: no notifications are sent, even if it fires again. If it is still firing when the silence ends, they
          are sent then.`,
          { name },
        )}
      </p>
      <Segmented
        label={t('For how long')}
        value={hours}
        onChange={setHours}
        options={(['1', '4', '24', '168'] as const).map((value) => ({ value, label: durationOf(value) }))}
      />
    </ConfirmDialog>
  );
}
