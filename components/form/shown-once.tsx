'use client';

import type { ReactNode } from 'react';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { CopyLine } from '@/components/ui/copy-line';
import { Dialog } from './dialog';
import { t } from '@/lib/model/language/t';

interface SecretDialogProps {
  readonly title: string;
  readonly note: string;
  readonly size?: 'wide';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A secret right after its creation. Once closed, it cannot be shown again. */
export function SecretDialog({ title, note, size, onClose, children }: SecretDialogProps) {
  return (
    <Dialog
      open
      {...(size === undefined ? {} : { size })}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={note}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('I have saved it')}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}

interface ShownOnceProps extends Pick<SecretDialogProps, 'title' | 'note' | 'onClose'> {
  readonly secret: string;
}

export function ShownOnce({ secret, ...dialog }: ShownOnceProps) {
  return (
    <SecretDialog {...dialog}>
      <CopyLine text={secret} showLabel />
      <Banner tone="warning">{t('Copy the secret now. It cannot be shown again.')}</Banner>
    </SecretDialog>
  );
}
