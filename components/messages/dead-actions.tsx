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
  /** As it was when the button was pressed: the dialog stays what it was when the message changes meanwhile. */
  const [asked, ask] = useState<MessageTimeline | null>(null);
  const { discarded, redriveId, state } = timeline;
  const isDead = state === 'dead';
  const taken = redriveId === null ? null : t('Already in RD-{id}', { id: redriveId });
  const tooLate =
    discarded !== null && discarded.restoreUntil <= timeline.asOf
      ? t('The time in which it could be restored is over')
      : null;
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
        onClick={() => ask(timeline)}
        disabledReason={discardNotAllowed ?? taken ?? tooLate}
      >
        {isDead ? t('Discard…') : t('Restore…')}
      </Button>
      {isDead ? <RedriveButton timeline={timeline} reason={redriveNotAllowed ?? taken} /> : null}
      <OnDemand load={loadDiscard} isWanted={asked?.state === 'dead'} onCancel={close.onClose}>
        {({ LetterDialog }) =>
          asked?.state === 'dead' && asked.deadLetterId !== null ? (
            <LetterDialog verb="discard" scope={{ group: asked.group, set: String(asked.deadLetterId) }} {...close} />
          ) : null
        }
      </OnDemand>
      <OnDemand load={loadRestore} isWanted={asked !== null && asked.state !== 'dead'} onCancel={close.onClose}>
        {({ RestoreDialog }) =>
          asked !== null && asked.discarded !== null ? (
            <RestoreDialog
              {...{ group: asked.group, count: 1, what: { messageIds: [asked.messageId] }, ...close }}
              actor={asked.discarded.by}
              reason={asked.discarded.reason}
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
