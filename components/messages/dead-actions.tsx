'use client';

import { RotateCw, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { OnDemand } from '@/components/ui/on-demand';
import { usePush } from '@/components/ui/use-push';
import { t } from '@/lib/model/language/t';
import type { MessageTimeline } from '@/lib/model/message/timeline';

const loadDiscard = () => import('@/components/parts/letter-dialog');
const loadRestore = () => import('@/components/parts/restore-dialog');

interface DeadActionsProps {
  readonly timeline: MessageTimeline;
  /** Null: allowed. */
  readonly redriveNotAllowed: string | null;
  readonly discardNotAllowed: string | null;
  readonly onDone: () => void;
}

/** What can be done about a dead letter, or about one that was discarded and can be restored. */
export function DeadActions({ timeline, redriveNotAllowed, discardNotAllowed, onDone }: DeadActionsProps) {
  const [asked, ask] = useState<'discard' | 'restore' | null>(null);
  const { group, messageId, deadLetterId, discarded, redriveId, state } = timeline;
  const isDead = state === 'dead';
  const taken = redriveId === null ? null : t('Already in RD-{id}', { id: redriveId });
  const close = {
    onClose: () => ask(null),
    onDone: () => {
      ask(null);
      onDone();
    },
  };
  return (
    <>
      {/* One button, so that it keeps the focus when the letter is discarded or restored. */}
      <Button
        icon={isDead ? Trash2 : Undo2}
        variant={isDead ? 'danger' : 'default'}
        onClick={() => ask(isDead ? 'discard' : 'restore')}
        disabledReason={discardNotAllowed ?? taken}
      >
        {isDead ? t('Discard…') : t('Restore…')}
      </Button>
      {isDead ? <RedriveButton timeline={timeline} reason={redriveNotAllowed ?? taken} /> : null}
      <OnDemand load={loadDiscard} isWanted={asked === 'discard'} onCancel={close.onClose}>
        {({ LetterDialog }) =>
          asked === 'discard' && deadLetterId !== null ? (
            <LetterDialog verb="discard" scope={{ group, set: String(deadLetterId) }} {...close} />
          ) : null
        }
      </OnDemand>
      <OnDemand load={loadRestore} isWanted={asked === 'restore'} onCancel={close.onClose}>
        {({ RestoreDialog }) =>
          asked === 'restore' && discarded !== null ? (
            <RestoreDialog
              {...{ group, count: 1, what: { messageIds: [messageId] }, ...close }}
              actor={discarded.by}
              reason={discarded.reason}
            />
          ) : null
        }
      </OnDemand>
    </>
  );
}

/** Leads to the plan of this one message: it sends nothing by itself. */
function RedriveButton({
  timeline: { group, messageId },
  reason,
}: {
  readonly timeline: MessageTimeline;
  readonly reason: string | null;
}) {
  const push = usePush();
  const plan = () => push(`/redrives/new?${new URLSearchParams({ group, message: messageId })}`);
  useShortcut('r', plan, t('Plan a re-drive of this message'), reason === null);
  return (
    <Button variant="primary" icon={RotateCw} keys="r" onClick={plan} disabledReason={reason}>
      {t('Plan re-drive…')}
    </Button>
  );
}
