'use client';

import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { CopyLine } from '@/components/ui/copy-line';
import { Dialog } from '@/components/ui/dialog';

interface ShownOnceProps {
  readonly title: string;
  readonly secret: string;
  readonly note: string;
  readonly onClose: () => void;
}

/** A secret right after its creation. Once closed, it cannot be shown again. */
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
          I have saved it
        </Button>
      }
    >
      <CopyLine text={secret} showLabel />
      <Banner tone="warning">It is shown only now. Redrive keeps no copy that could be read.</Banner>
    </Dialog>
  );
}
