'use client';

import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { useToast } from '@/components/ui/toast';
import { resolveTransactionAction } from '@/lib/console/actions/messages';
import type { HalfMessageView } from '@/lib/console/operations/transactions/views';
import type { Resolution } from '@/lib/model/message/half-message';
import { t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

interface HalfActionsProps {
  readonly half: HalfMessageView;
  readonly notAllowed: string | null;
  readonly onChanged: () => void;
  readonly size?: 'small' | 'normal';
}

/** An operator decides in the producer's place, also after the broker gave up. Both steps are final and ask why. */
export function HalfActions({ half, notAllowed, onChanged, size = 'normal' }: HalfActionsProps) {
  const [asked, setAsked] = useState<Resolution | null>(null);
  const toast = useToast();
  const { topic, messageId } = half;
  const isGivenUp = half.state === 'given-up';
  const given = { producer: half.producer, checks: half.checks };
  const done = ({ state, changed }: { readonly state: string; readonly changed: boolean }): void => {
    const text =
      state === 'committed'
        ? t('Committed: {message}', { message: messageId })
        : isGivenUp
          ? t('Discarded: {message}', { message: messageId })
          : t('Rolled back: {message}', { message: messageId });
    toast(changed ? text : t('{message} already has this result', { message: messageId }));
    onChanged();
  };
  return (
    <span className="row row-tight">
      <Button icon={Check} size={size} onClick={() => setAsked('commit')} disabledReason={notAllowed}>
        {t('Commit…')}
      </Button>
      <Button icon={Undo2} size={size} onClick={() => setAsked('rollback')} disabledReason={notAllowed}>
        {isGivenUp ? t('Discard…') : t('Roll back…')}
      </Button>
      <ConfirmDialog
        open={asked === 'commit'}
        onOpenChange={(open) => setAsked(open ? 'commit' : null)}
        title={t('Commit this transaction?')}
        confirmLabel={t('Commit and deliver the message')}
        requireReason
        initialReason={t(
          'Commit: {producer} has not decided after {checks, plural, one {# check} other {# checks}}',
          given,
        )}
        run={({ reason }) => resolveTransactionAction({ topic, messageId, resolution: 'commit', reason })}
        onDone={done}
      >
        {sentences(
          t(
            `Every group that subscribes to {topic} receives the message once. This cannot be undone, and the
            producer is not checked: make sure that its local transaction succeeded.`,
            { topic },
          ),
          isGivenUp ? t('The message was rolled back: the producer may have compensated for it since.') : '',
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'rollback'}
        onOpenChange={(open) => setAsked(open ? 'rollback' : null)}
        title={isGivenUp ? t('Discard this message?') : t('Roll back this transaction?')}
        confirmLabel={isGivenUp ? t('Discard the message') : t('Roll back and remove the message')}
        danger
        requireReason
        initialReason={
          isGivenUp
            ? t('Discard: {producer} has not decided after {checks, plural, one {# check} other {# checks}}', given)
            : t('Roll back: {producer} has not decided after {checks, plural, one {# check} other {# checks}}', given)
        }
        run={({ reason }) => resolveTransactionAction({ topic, messageId, resolution: 'rollback', reason })}
        onDone={done}
      >
        {t('No group receives the message, and its body is removed. A later commit by its producer is refused.')}
      </ConfirmDialog>
    </span>
  );
}
