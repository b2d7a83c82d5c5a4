'use client';

import { t } from '@/lib/model/language/t';
import { RecoveryCodes } from '@/components/auth/recovery-codes';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/form/dialog';

interface CodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Esc and a click beside it do not close it: the codes cannot be shown again. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  return (
    <Dialog
      open
      title={t('Your recovery codes')}
      onOpenChange={(open, byAccident) => (open || byAccident ? undefined : onClose())}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('I have saved the codes')}
        </Button>
      }
    >
      <RecoveryCodes codes={codes} />
    </Dialog>
  );
}
