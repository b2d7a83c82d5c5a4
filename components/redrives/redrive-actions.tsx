'use client';

import { Pause, Play, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { formatCount } from '@/components/ui/number.model';
import { cancelRedriveAction } from '@/lib/console/actions/cancel-redrive';
import { pauseRedriveAction } from '@/lib/console/actions/pause-redrive';
import { recallRedriveAction } from '@/lib/console/actions/recall-redrive';
import { resumeRedriveAction } from '@/lib/console/actions/resume-redrive';
import type { RedriveView } from '@/lib/console/reads/redrives';
import { REDRIVE_LIMITS } from '@/lib/model/redrive';
import { useControl } from './use-control';
import { controlsOf, unreleasedOf } from './verdicts.model';

interface RedriveActionsProps {
  readonly redrive: RedriveView;
  readonly notAllowed: string | null;
  /** Asks for the page again once something changed. */
  readonly onChanged: () => void;
}

/** Pause and resume act at once: they lose nothing. Cancel and recall name their scope and ask first. */
export function RedriveActions({ redrive, notAllowed, onChanged }: RedriveActionsProps) {
  const [asked, setAsked] = useState<'cancel' | 'recall' | null>(null);
  const { redriveId, name, counts, group, state } = redrive;
  const reasons = controlsOf(redrive, notAllowed);
  const pause = useControl(() => pauseRedriveAction({ redriveId }), onChanged);
  const resume = useControl(() => resumeRedriveAction({ redriveId }), onChanged);
  const unreleased = unreleasedOf(counts);
  const waiting = counts.notYetFetched;
  useShortcut(
    'shift+r',
    () => setAsked('recall'),
    'Recall messages that no client has fetched',
    reasons.recall === null,
  );
  return (
    <>
      {state === 'paused' ? (
        <Button icon={Play} onClick={resume.run} pending={resume.pending} disabledReason={reasons.resume}>
          Resume
        </Button>
      ) : (
        <Button icon={Pause} onClick={pause.run} pending={pause.pending} disabledReason={reasons.pause}>
          Pause
        </Button>
      )}
      <Button variant="danger" icon={X} onClick={() => setAsked('cancel')} disabledReason={reasons.cancel}>
        Cancel run…
      </Button>
      <Button icon={Undo2} keys="⇧R" onClick={() => setAsked('recall')} disabledReason={reasons.recall}>
        {waiting === 0 ? 'Recall' : `Recall ${formatCount(waiting)} not yet fetched…`}
      </Button>
      <ConfirmDialog
        open={asked === 'cancel'}
        onOpenChange={(open) => setAsked(open ? 'cancel' : null)}
        title={`Cancel ${name}?`}
        confirmLabel={`Cancel, leave ${formatCount(unreleased)} dead`}
        cancelLabel="Go on"
        danger
        requireReason={unreleased >= REDRIVE_LIMITS.reasonFrom}
        run={({ reason }) => cancelRedriveAction({ redriveId, reason })}
        onDone={onChanged}
      >
        {formatCount(unreleased)} not released stay dead letters and can be re-driven again.{' '}
        {formatCount(counts.released)} released stay with {group}; recall takes back the ones that no client has
        fetched.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'recall'}
        onOpenChange={(open) => setAsked(open ? 'recall' : null)}
        title={`Recall ${formatCount(waiting)} from ${group}?`}
        confirmLabel={`Recall ${formatCount(waiting)} not yet fetched`}
        cancelLabel="Leave them"
        requireReason={waiting >= REDRIVE_LIMITS.reasonFrom}
        run={({ reason }) => recallRedriveAction({ redriveId, reason })}
        onDone={onChanged}
      >
        They become dead letters again in one step, and nothing more is released. A client may fetch some before it
        happens: those stay with {group}, and the page then says how many came back.
      </ConfirmDialog>
    </>
  );
}
