'use client';

import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import styles from './settings.module.css';

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly note: string;
  readonly onClose: () => void;
}

/** A secret right after it was made; after closing, nobody can see it again. */
export function ShownOnce({ title, secret, note, onClose }: ShownOnceProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      description={note}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have kept it
        </Button>
      }
    >
      <div className={styles.once}>
        <code>{secret}</code>
        <CopyButton text={secret} showLabel />
      </div>
      <Banner tone="warning">It is shown only now. Redrive keeps no copy that could be read.</Banner>
    </Dialog>
  );
}
