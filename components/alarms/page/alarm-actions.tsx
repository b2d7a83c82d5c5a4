'use client';

import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import { SIGNALS } from '@/lib/model/signal/signal';
import type { Taking } from '../take-dialog';
import { silenceLabel } from '../alarm-columns';
import { t } from '@/lib/model/language/t';

export type Asked = Taking | 'accept';

interface AlarmActionsProps {
  readonly alarm: AlarmView;
  /** Null: may; else why not. */
  readonly mayNotTake: string | null;
  readonly mayNotAccept: string | null;
  readonly onAsk: (what: Asked) => void;
}

/** What can be done with the alarm itself. */
export function AlarmActions({ alarm, mayNotTake, mayNotAccept, onAsk }: AlarmActionsProps) {
  const isOpen = alarm.resolvedAt === null;
  const mayAcknowledge = isOpen && alarm.acknowledgedBy === null;
  // A silence outlives its alarm, and can be ended later.
  const maySilence = isOpen || alarm.silencedUntil !== null;
  const silence: Taking = alarm.silencedUntil === null ? 'silence' : 'unsilence';
  const mayAccept = isOpen && SIGNALS[alarm.watch].ofDeadLetters && alarm.remaining !== 0;
  useShortcut('e', () => onAsk('acknowledge'), t('Acknowledge the alarm'), mayAcknowledge && mayNotTake === null);
  useShortcut('z', () => onAsk(silence), t('Silence the alarm, or end its silence'), maySilence && mayNotTake === null);
  return (
    <>
      {mayAcknowledge ? (
        <Button keys="e" disabledReason={mayNotTake} onClick={() => onAsk('acknowledge')}>
          {t('Acknowledge')}
        </Button>
      ) : null}
      {maySilence ? (
        <Button variant="ghost" keys="z" disabledReason={mayNotTake} onClick={() => onAsk(silence)}>
          {silenceLabel(alarm)}
        </Button>
      ) : null}
      {mayAccept ? (
        <Button variant="ghost" disabledReason={mayNotAccept} onClick={() => onAsk('accept')}>
          {t('Accept…')}
        </Button>
      ) : null}
    </>
  );
}
