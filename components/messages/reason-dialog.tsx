'use client';

import { Dialog } from '@/components/form/dialog';
import { Time } from '@/components/ui/time';
import type { FailureReason } from '@/lib/model/message/timeline';
import styles from './messages.module.css';
import { VisibleText } from './visible-text';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

/** All that the application said about one failed delivery. */
export function ReasonDialog({
  reason,
  onClose,
}: {
  readonly reason: FailureReason | null;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      open={reason !== null}
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={
        reason === null ? '' : t('Attempt {attempt}: {error}', { attempt: reason.attempt, error: reason.errorType })
      }
      size="wide"
    >
      {reason === null ? null : (
        <div className="col">
          <p className="small text-2">
            <Said of={pieces('Reported at {time}', { time: <Time at={reason.reportedAt} style="full" /> })} />
          </p>
          <pre className={styles.body}>
            <VisibleText text={reason.message} />
          </pre>
          {reason.stack === null ? null : (
            <pre className={styles.body}>
              <VisibleText text={reason.stack} />
            </pre>
          )}
        </div>
      )}
    </Dialog>
  );
}
