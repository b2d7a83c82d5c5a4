'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/form/dialog';
import type { ProblemsPage } from '@/lib/console/operations/problems/views';
import { handoverText } from './handover.model';
import styles from './now.module.css';

interface HandoverDialogProps {
  readonly page: ProblemsPage;
  readonly asOf: string;
  readonly onClose: () => void;
}

/** The state of all problems as a text to copy. It stands still while it is open. */
export function HandoverDialog({ page, asOf, onClose }: HandoverDialogProps) {
  const text = handoverText(page, asOf, window.location.origin);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Handover notes"
      description="For the next person on call: what is open, who is working on it, and what is lost next."
      size="wide"
      footer={<CopyButton text={text} label="Copy the text" showLabel />}
    >
      <pre className={styles.handover} tabIndex={0} aria-label="Text of the handover">
        {text}
      </pre>
    </Dialog>
  );
}
