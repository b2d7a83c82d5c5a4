'use client';

import { Pause, Play, Undo2, X } from 'lucide-react';
import { useWorkspace } from '@/components/live/use-workspace';
import { useShortcut } from '@/components/keyboard/use-shortcut';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { usePush } from '@/components/ui/use-push';
import {
  cancelRedriveAction,
  pauseRedriveAction,
  recallRedriveAction,
  resumeRedriveAction,
} from '@/lib/console/actions/redrives';
import type { RedrivePage } from '@/lib/console/operations/redrives/views';
import { sentences } from '@/lib/model/language/list';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
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
  useShortcut(
    'shift+r',
    () => onAsk('recall'),
    t('Recall messages that no client has fetched'),
    reasons.recall === null,
  );
  return (
    <>
      {state === 'stopped' || over ? null : state === 'paused' ? (
        <Button icon={Play} onClick={resume.run} pending={resume.pending} disabledReason={reasons.resume}>
          {t('Resume')}
        </Button>
      ) : (
        <Button icon={Pause} onClick={pause.run} pending={pause.pending} disabledReason={reasons.pause}>
          {t('Pause')}
        </Button>
      )}
      {over ? null : (
        <Button variant="danger" icon={X} onClick={() => onAsk('cancel')} disabledReason={reasons.cancel}>
          {t('Cancel run…')}
        </Button>
      )}
      {state === 'stopped' || !canRecall || (over && waiting === 0) ? null : (
        <Button icon={Undo2} keys="⇧R" onClick={() => onAsk('recall')} disabledReason={reasons.recall}>
          {waiting === 0 ? t('Recall') : t('Recall {waiting, number} not yet fetched…', { waiting })}
        </Button>
      )}
      <ConfirmDialog
        open={asked === 'again'}
        onOpenChange={(open) => onAsk(open ? 'again' : null)}
        title={t('Continue {name}?', { name })}
        confirmLabel={
          canary === null
            ? t('Continue')
            : t('Release another {count, number}', { count: Math.min(canary, unreleased) })
        }
        cancelLabel={t('Keep it stopped')}
        requireReason
        initialReason={why}
        run={({ reason }) => resumeRedriveAction({ id, reason }, workspace)}
        onDone={onChanged}
      >
        {sentences(
          canary === null
            ? t('The run continues with the same rule. Only deliveries from now on count.')
            : t('The run starts with a canary again, with the same rule. Only deliveries from now on count.'),
          t('Enter what has changed since the run was stopped.'),
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'cancel'}
        onOpenChange={(open) => onAsk(open ? 'cancel' : null)}
        title={t('Cancel {name}?', { name })}
        confirmLabel={t('Cancel, keep {unreleased, number} in the DLQ', { unreleased })}
        cancelLabel={t('Keep it running')}
        danger
        initialReason={why}
        requireReason={unreleased >= REDRIVE_LIMITS.reasonFrom}
        run={({ reason }) => cancelRedriveAction({ id, reason }, workspace)}
        onDone={onChanged}
      >
        {sentences(
          t(
            `{unreleased, plural, one {# message that is not released stays a dead letter} other {# messages that are
            not released stay dead letters}} and can be re-driven again.`,
            { unreleased },
          ),
          t('{released, plural, one {# released message stays} other {# released messages stay}} with {group}.', {
            released: counts.released,
            group,
          }),
          canRecall ? t('To get back messages that no client has fetched, recall them.') : recallNotOffered,
        )}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'recall'}
        onOpenChange={(open) => onAsk(open ? 'recall' : null)}
        title={t('Recall {waiting, number} from {group}?', { waiting, group })}
        confirmLabel={t('Recall {waiting, number} not yet fetched', { waiting })}
        cancelLabel={t('Keep them released')}
        initialReason={why}
        requireReason={waiting >= REDRIVE_LIMITS.reasonFrom}
        run={({ reason }) => recallRedriveAction({ id, reason })}
        onDone={onChanged}
      >
        {t(
          `They become dead letters again in one step, and nothing more is released. Messages that a client fetches
          before the recall stay with {group}. The page then shows how many were recalled.`,
          { group },
        )}
      </ConfirmDialog>
      {rest === null ? null : (
        <ConfirmDialog
          open={asked === 'without'}
          onOpenChange={(open) => onAsk(open ? 'without' : null)}
          title={t('End {name} and plan {others, number} without this cause?', { name, others: rest.others })}
          confirmLabel={t('End {name} and open the plan', { name })}
          cancelLabel={t('Keep it stopped')}
          requireReason={waiting >= REDRIVE_LIMITS.reasonFrom}
          initialReason={sentences(why, t('Re-drive the rest without this cause.'))}
          run={({ reason }): Promise<ActionResult<unknown>> =>
            canRecall ? recallRedriveAction({ id, reason }) : cancelRedriveAction({ id, reason }, workspace)
          }
          onDone={() => push(inWorkspace(workspace, planWithoutCause(page)))}
        >
          <Said
            of={pieces(
              `{rest, plural, one {# message that is not released goes} other {# messages that are not released go}}
              back to the DLQ unchanged. The plan then takes {others, number} of them and leaves out those with the
              cause {cause}. Nothing is sent before you start it.`,
              {
                rest: rest.rest,
                others: rest.others,
                cause: (
                  <span className="mono">
                    {rest.errorType === null ? rest.text : `${rest.errorType}: ${rest.text}`}
                  </span>
                ),
              },
            )}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
