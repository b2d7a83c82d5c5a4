'use client';

import { useBrake } from '@/components/live/live-provider';
import { OnDemand } from '@/components/ui/on-demand';
import type { DialogProps } from './dialog-body';
import { t } from '@/lib/model/language/t';

const loadBody = () => import('./dialog-body');

/**
 * Modal. The page behind stands still while it is open, Esc closes, Ctrl+Enter sends its form, and focus returns to
 * where it was.
 */
export function Dialog(props: DialogProps) {
  useBrake(props.open, t('Paused, dialog open'));
  return (
    <OnDemand load={loadBody} isWanted={props.open} onCancel={(byAccident) => props.onOpenChange(false, byAccident)}>
      {({ DialogBody }) => <DialogBody {...props} />}
    </OnDemand>
  );
}
