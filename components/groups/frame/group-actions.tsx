'use client';

import { ClipboardList, History, Pause, Play, Trash2, Undo2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useWorkspace } from '@/components/live/use-workspace';
import { usePush } from '@/components/ui/use-push';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { formatCount, plural } from '@/components/ui/number.model';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { pauseGroupAction } from '@/lib/console/actions/groups';
import { resumeGroupAction } from '@/lib/console/actions/groups';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import { whyNot } from '@/lib/model/offers';
import { valueOrNull } from '@/lib/model/reading';
import { engineIn, type EngineKind } from '@/lib/model/workspace';
import { BrokerOffsetDialog } from './broker-offset-dialog';
import { OffsetDialog } from './offset-dialog';

const DeleteDialog = dynamic(async () => (await import('./delete-dialog')).DeleteDialog);
const UndoOffsetDialog = dynamic(async () => (await import('./undo-offset-dialog')).UndoOffsetDialog);

interface GroupActionsProps extends Pick<GroupHead, 'group' | 'figures'> {
  /** Null: may; else why not. */
  readonly notAllowed: string | null;
  readonly onChanged: () => void;
}

/** Pause and resume stand beside the name of the group; what skips or destroys is in the menu. */
export function GroupActions({ group, figures, notAllowed, onChanged }: GroupActionsProps) {
  const [asked, setAsked] = useState<'pause' | 'resume' | 'offset' | 'undo' | 'delete' | null>(null);
  const { name, paused } = group;
  const workspace = useWorkspace();
  const engine = engineIn(workspace);
  const push = usePush();
  const url = useUrlParams();
  /** Of the address: the page of a topic leads to the preview of its backlog, also before the group was sampled. */
  const linked = url.get('skip') ?? '';
  const noReset = notAllowed ?? whyNoReset(engine, figures, linked);
  const skip = noReset === null && linked !== '' ? linked : null;
  const closeOffset = (): void => {
    setAsked(null);
    if (skip !== null) url.replace({ skip: undefined });
  };
  const show = (which: typeof asked) => (open: boolean) => setAsked(open ? which : null);
  const ready = valueOrNull(figures.ready);
  const held = valueOrNull(figures.inFlight);
  const waiting = valueOrNull(figures.waiting);
  return (
    <>
      {paused === null ? (
        <Button icon={Pause} onClick={() => setAsked('pause')} disabledReason={notAllowed}>
          Pause group…
        </Button>
      ) : (
        <Button icon={Play} variant="primary" onClick={() => setAsked('resume')} disabledReason={notAllowed}>
          Resume group…
        </Button>
      )}
      <OverflowMenu
        label="More actions of the group"
        entries={[
          {
            label: 'Handover',
            icon: ClipboardList,
            onSelect: () => push(`/handover?group=${encodeURIComponent(name)}`),
          },
          {
            label: 'Reset position…',
            icon: History,
            disabledReason: noReset,
            onSelect: () => setAsked('offset'),
          },
          ...(engine === 'cluster'
            ? [{ label: 'Undo last reset…', icon: Undo2, disabledReason: notAllowed, onSelect: () => setAsked('undo') }]
            : []),
          {
            label: 'Delete group…',
            icon: Trash2,
            danger: true,
            disabledReason: notAllowed,
            onSelect: () => setAsked('delete'),
          },
        ]}
      />
      <ConfirmDialog
        open={asked === 'pause'}
        onOpenChange={show('pause')}
        title={`Pause ${name}?`}
        confirmLabel="Pause group"
        requireReason
        initialReason={pauseReason(figures)}
        run={({ reason }) => pauseGroupAction({ group: name, reason }, workspace)}
        onDone={onChanged}
      >
        {engine === 'cluster' ? CLUSTER_PAUSE : <PauseWords {...{ ready, held, waiting }} />}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'resume'}
        onOpenChange={show('resume')}
        title={`Resume ${name}?`}
        confirmLabel="Resume group"
        cancelLabel="Leave it paused"
        run={({ reason }) => resumeGroupAction({ group: name, ...(reason === '' ? {} : { reason }) }, workspace)}
        onDone={onChanged}
      >
        {RESUMED[engine]}: {ready === null ? 'what is ready' : plural(ready, 'ready message')} first. Retries that fell
        due during the pause come at once.
      </ConfirmDialog>
      {asked !== 'offset' && skip === null ? null : whyNot(engine, 'preview-reset') === null ? (
        <OffsetDialog
          {...{ group: name, onClose: closeOffset, onDone: onChanged }}
          start={skip === null ? 'time' : 'newest'}
        />
      ) : (
        <BrokerOffsetDialog
          key={skip}
          {...{ group: name, topics: figures.topics, skip, onClose: closeOffset, onDone: onChanged }}
        />
      )}
      {asked === 'undo' ? <UndoOffsetDialog group={name} onClose={() => setAsked(null)} onDone={onChanged} /> : null}
      {asked === 'delete' ? <DeleteDialog group={name} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

/** Brokers reset one topic at a time. */
function whyNoReset(
  engine: EngineKind,
  { broadcast, topics }: GroupHead['figures'],
  linkedTopic: string,
): string | null {
  if (broadcast !== null) return 'each client of a broadcast group has its own';
  return engine === 'cluster' && topics.length === 0 && linkedTopic === '' ? 'the group reads no topic yet' : null;
}

const RESUMED: Readonly<Record<EngineKind, string>> = {
  embedded: 'Clients receive again within a second',
  cluster: 'Brokers hand its messages out again at once',
};

/** What one sees when one pauses it. */
function pauseReason({ dead, waiting }: GroupHead['figures']): string {
  const seen = [
    [valueOrNull(dead), 'dead letter'],
    [valueOrNull(waiting), 'waiting message'],
  ] as const;
  const words = seen.flatMap(([count, what]) => (count === null || count === 0 ? [] : [plural(count, what)]));
  return words.length === 0 ? 'Paused by hand' : `Paused with ${words.join(' and ')}`;
}

const CLUSTER_PAUSE =
  'Every broker that answers stops handing out messages of this group, retries included, until you resume it. It takes ' +
  'up to 20 s, one long poll. What clients hold can still be acknowledged. Messages older than the retention of the ' +
  'brokers are removed, paused or not.';

interface PauseWordsProps {
  readonly ready: number | null;
  readonly held: number | null;
  readonly waiting: number | null;
}

function PauseWords({ ready, held, waiting }: PauseWordsProps) {
  return (
    <>
      No client receives a message of this group until you resume it
      {ready === null ? '' : `: ${plural(ready, 'ready message')} and new ones wait`}.{' '}
      {held === null || held === 0
        ? 'Nothing is in flight now.'
        : `Clients finish what they hold: ${formatCount(held)} in flight can still be acknowledged.`}{' '}
      {waiting === null || waiting === 0
        ? ''
        : `${plural(waiting, 'message')} waiting for a retry keep their attempts and do not die meanwhile. `}
      Re-drives hold. Messages older than the retention are removed, paused or not.
    </>
  );
}
