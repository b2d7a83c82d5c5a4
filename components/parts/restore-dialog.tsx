'use client';

import { changeOutcome } from '@/components/data-table/set-change.model';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { useToast } from '@/components/ui/toast';
import { restoreLettersAction } from '@/lib/console/actions/dead-letters';
import { LETTER_LIMITS } from '@/lib/model/dead-letter/letter-change';
import { t } from '@/lib/model/language/t';

interface RestoreDialogProps {
  readonly group: string;
  /** A discard, or messages of several. */
  readonly what: { readonly discardId: number } | { readonly messageIds: string[] };
  readonly count: number;
  /** Who discarded them. */
  readonly actor: string;
  /** Why they were discarded. */
  readonly reason: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Undoes a discard. */
export function RestoreDialog({ group, what, count, actor, reason, onClose, onDone }: RestoreDialogProps) {
  const toast = useToast();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('Restore {restorable, number} of {group}?', { restorable: count, group })}
      confirmLabel={t('Restore {restorable, number}', { restorable: count })}
      initialReason={t('Restore dead letters discarded by {actor}: {reason}', { actor, reason })}
      requireReason={count >= LETTER_LIMITS.reasonFrom}
      run={(given) => restoreLettersAction({ group, ...what, reason: given.reason })}
      onDone={(job) => {
        toast(
          changeOutcome(
            (changed) => t('{changed, plural, one {# dead letter} other {# dead letters}} restored.', { changed }),
            job,
          ),
        );
        onDone();
      }}
    >
      {t(
        `{count, plural, one {It becomes a dead letter again, unchanged.} other {They become dead letters again,
          unchanged.}}
          What is past its retention is kept for another 24 h.`,
        { count },
      )}
    </ConfirmDialog>
  );
}
