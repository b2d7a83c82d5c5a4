'use client';

import { Pause, Play, Undo2, X } from 'lucide-react';
import { useWorkspace } from '@/components/live/use-workspace';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { formatCount, plural } from '@/components/ui/number.model';
import { usePush } from '@/components/ui/use-push';
import {
  cancelRedriveAction,
  pauseRedriveAction,
  recallRedriveAction,
  resumeRedriveAction,
} from '@/lib/console/actions/redrives';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
import type { ActionResult } from '@/lib/model/action-result';
import { REDRIVE_LIMITS } from '@/lib/model/redrive/redrive';
import { inWorkspace } from '@/lib/model/workspace';
import { controlReason, planWithoutCause } from './run-lead.model';
import { useControl } from './use-control';
import { controlsOf, isOver, unreleasedOf } from './verdicts.model';

export type AskedOf = 'cancel' | 'recall' | 'again' | 'without' | null;

interface RedriveActionsProps {
  readonly page: RedrivePage;
  readonly notAllowed: string | null;
  /** The dialog that is open: the page's own next steps open them too. */
  readonly asked: AskedOf;
  readonly onAsk: (asked: AskedOf) => void;
  /** Asks for the page again once something changed. */
  readonly onChanged: () => void;
}

/**
 * Pause and resume act at once: they lose nothing. Cancel and recall name their scope and ask first. A run that was
 * stopped by its rule offers to go on and to recall among its next steps, once. A run that is over has no button that
 * could never act again.
 */
export function RedriveActions({ page, notAllowed, asked, onAsk, onChanged }: RedriveActionsProps) {
  const { redrive, rest, recallNotOffered } = page;
  const { redriveId, name, counts, group, state } = redrive;
  const id = String(redriveId);
  const reasons = controlsOf(redrive, notAllowed, recallNotOffered);
  const workspace = useWorkspace();
  const push = usePush();
  const canRecall = recallNotOffered === null;
  const over = isOver(redrive);
  const why = controlReason(page);
  const pause = useControl(() => pauseRedriveAction({ id }, workspace), onChanged);
  const resume = useControl(() => resumeRedriveAction({ id }, workspace), onChanged);
  const unreleased = unreleasedOf(counts);
  const waiting = counts.notYetFetched;
  const { canary } = redrive.care;
  useShortcut('shift+r', () => onAsk('recall'), 'Recall messages that no client has fetched', reasons.recall === null);
  return (
    <>
      {state === 'stopped' || over ? null : state === 'paused' ? (
        <Button icon={Play} onClick={resume.run} pending={resume.pending} disabledReason={reasons.resume}>
          Resume
        </Button>
      ) : (
        <Button icon={Pause} onClick={pause.run} pending={pause.pending} disabledReason={reasons.pause}>
          Pause
        </Button>
      )}
      {over ? null : (
        <Button variant="danger" icon={X} onClick={() => onAsk('cancel')} disabledReason={reasons.cancel}>
          Cancel run…
        </Button>
      )}
      {state === 'stopped' || !canRecall || (over && waiting === 0) ? null : (
        <Button icon={Undo2} keys="⇧R" onClick={() => onAsk('recall')} disabledReason={reasons.recall}>
          {waiting === 0 ? 'Recall' : `Recall ${formatCount(waiting)} not yet fetched…`}
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'again'}
        onOpenChange={(open) => onAsk(open ? 'again' : null)}
        title={`Continue ${name}?`}
        confirmLabel={canary === null ? 'Continue' : `Release another ${formatCount(Math.min(canary, unreleased))}`}
        cancelLabel="Leave it stopped"
        requireReason
        initialReason={why}
        run={({ reason }) => resumeRedriveAction({ id, reason }, workspace)}
        onDone={onChanged}
      >
        {canary === null ? 'It continues' : 'It begins with a canary again'}, under the same rule; only deliveries from
        now on count. Say what has changed since it was stopped.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'cancel'}
        onOpenChange={(open) => onAsk(open ? 'cancel' : null)}
        title={`Cancel ${name}?`}
        confirmLabel={`Cancel, leave ${formatCount(unreleased)} dead`}
        cancelLabel="Keep it running"
        danger
        initialReason={why}
        requireReason={unreleased >= REDRIVE_LIMITS.reasonFrom}
        run={({ reason }) => cancelRedriveAction({ id, reason }, workspace)}
        onDone={onChanged}
      >
        {formatCount(unreleased)} not released stay dead letters and can be re-driven again.{' '}
        {formatCount(counts.released)} released stay with {group}
        {canRecall ? '; recall takes back the ones that no client has fetched.' : `. ${recallNotOffered}`}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'recall'}
        onOpenChange={(open) => onAsk(open ? 'recall' : null)}
        title={`Recall ${formatCount(waiting)} from ${group}?`}
        confirmLabel={`Recall ${formatCount(waiting)} not yet fetched`}
        cancelLabel="Leave them"
        initialReason={why}
        requireReason={waiting >= REDRIVE_LIMITS.reasonFrom}
        run={({ reason }) => recallRedriveAction({ id, reason })}
        onDone={onChanged}
      >
        They become dead letters again in one step, and nothing more is released. A client may fetch some before it
        happens: those stay with {group}, and the page then says how many came back.
      </ConfirmDialog>
      {rest === null ? null : (
        <ConfirmDialog
          open={asked === 'without'}
          onOpenChange={(open) => onAsk(open ? 'without' : null)}
          title={`End ${name} and plan ${formatCount(rest.others)} without this cause?`}
          confirmLabel={`End ${name} and open the plan`}
          cancelLabel="Leave it stopped"
          requireReason={waiting >= REDRIVE_LIMITS.reasonFrom}
          initialReason={`${why} Re-drive the rest without this cause.`}
          run={({ reason }): Promise<ActionResult<unknown>> =>
            canRecall ? recallRedriveAction({ id, reason }) : cancelRedriveAction({ id, reason }, workspace)
          }
          onDone={() => push(inWorkspace(workspace, planWithoutCause(page)))}
        >
          {plural(rest.rest, 'message')} not released {rest.rest === 1 ? 'goes' : 'go'} back to the dead letters as they
          were. The plan then takes {formatCount(rest.others)} of them and leaves out those with the cause{' '}
          <span className="mono">{rest.errorType === null ? rest.text : `${rest.errorType}: ${rest.text}`}</span>.
          Nothing is sent before you start it.
        </ConfirmDialog>
      )}
    </>
  );
}
