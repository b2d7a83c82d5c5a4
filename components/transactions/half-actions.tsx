'use client';

import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { plural } from '@/components/ui/number.model';
import { useToast } from '@/components/ui/toast';
import { resolveTransactionAction } from '@/lib/console/actions/messages';
import type { HalfMessageView } from '@/lib/console/operations/transactions/views';
import type { Resolution } from '@/lib/model/message/half-message';

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
  const unanswered = `${half.producer} has not decided after ${plural(half.checks, 'check')}`;
  const drop = isGivenUp ? 'Discard' : 'Roll back';
  const done = ({ state, changed }: { readonly state: string; readonly changed: boolean }): void => {
    const word = state === 'committed' ? 'Committed' : isGivenUp ? 'Discarded' : 'Rolled back';
    toast(changed ? `${word}: ${messageId}` : `${messageId} was resolved so already`);
    onChanged();
  };
  return (
    <span className="row row-tight">
      <Button icon={Check} size={size} onClick={() => setAsked('commit')} disabledReason={notAllowed}>
        Commit…
      </Button>
      <Button icon={Undo2} size={size} onClick={() => setAsked('rollback')} disabledReason={notAllowed}>
        {drop}…
      </Button>
      <ConfirmDialog
        open={asked === 'commit'}
        onOpenChange={(open) => setAsked(open ? 'commit' : null)}
        title="Commit this transaction?"
        confirmLabel="Commit, deliver the message"
        requireReason
        initialReason={`Commit: ${unanswered}`}
        run={({ reason }) => resolveTransactionAction({ topic, messageId, resolution: 'commit', reason })}
        onDone={done}
      >
        Every group that reads {topic} gets the message once. This cannot be undone, and the producer is not asked: make
        sure that its own transaction succeeded.
        {isGivenUp ? ' The message was rolled back: the producer may have compensated for it since.' : null}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'rollback'}
        onOpenChange={(open) => setAsked(open ? 'rollback' : null)}
        title={isGivenUp ? 'Discard this message?' : 'Roll this transaction back?'}
        confirmLabel={`${drop}, drop the message`}
        danger
        requireReason
        initialReason={`${drop}: ${unanswered}`}
        run={({ reason }) => resolveTransactionAction({ topic, messageId, resolution: 'rollback', reason })}
        onDone={done}
      >
        No group ever gets the message, and its body is removed. A later commit by its producer is refused.
      </ConfirmDialog>
    </span>
  );
}
