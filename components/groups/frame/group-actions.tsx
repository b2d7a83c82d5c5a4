'use client';

import { ClipboardList, History, Pause, Play, Trash2, Undo2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { useWorkspace } from '@/components/live/use-workspace';
import { usePush } from '@/components/ui/use-push';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/form/confirm-dialog';
import { OnDemand } from '@/components/ui/on-demand';
import { OverflowMenu } from '@/components/ui/overflow-menu';
import { pauseGroupAction } from '@/lib/console/actions/groups';
import { resumeGroupAction } from '@/lib/console/actions/groups';
import type { GroupHead } from '@/lib/console/operations/groups/views';
import { isOffered } from '@/lib/model/offers';
import { valueOrNull } from '@/lib/model/reading';
import { engineIn, type EngineKind } from '@/lib/model/workspace';
import { msg, t } from '@/lib/model/language/t';
import { listOf, sentences } from '@/lib/model/language/list';

const loadOffset = () => import('./offset-dialog');
const loadBrokerOffset = () => import('./broker-offset-dialog');
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
  const isResetting = asked === 'offset' || skip !== null;
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
          {t('Pause group…')}
        </Button>
      ) : (
        <Button icon={Play} variant="primary" onClick={() => setAsked('resume')} disabledReason={notAllowed}>
          {t('Resume group…')}
        </Button>
      )}
      <OverflowMenu
        label={t('More actions of the group')}
        entries={[
          {
            label: t('Handover'),
            icon: ClipboardList,
            onSelect: () => push(`/handover?group=${encodeURIComponent(name)}`),
          },
          {
            label: t('Reset offset…'),
            icon: History,
            disabledReason: noReset,
            onSelect: () => setAsked('offset'),
          },
          ...(engine === 'cluster'
            ? [
                {
                  label: t('Undo last reset…'),
                  icon: Undo2,
                  disabledReason: notAllowed,
                  onSelect: () => setAsked('undo'),
                },
              ]
            : []),
          {
            label: t('Delete group…'),
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
        title={t('Pause {name}?', { name })}
        confirmLabel={t('Pause group')}
        requireReason
        initialReason={pauseReason(figures)}
        run={({ reason }) => pauseGroupAction({ group: name, reason }, workspace)}
        onDone={onChanged}
      >
        {engine === 'cluster' ? t(CLUSTER_PAUSE) : pauseWords({ ready, held, waiting })}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'resume'}
        onOpenChange={show('resume')}
        title={t('Resume {name}?', { name })}
        confirmLabel={t('Resume group')}
        cancelLabel={t('Keep paused')}
        run={({ reason }) => resumeGroupAction({ group: name, ...(reason === '' ? {} : { reason }) }, workspace)}
        onDone={onChanged}
      >
        {sentences(
          t(RESUMED[engine]),
          ready === null
            ? t('Ready messages come first.')
            : t('{ready, plural, one {# ready message comes} other {# ready messages come}} first.', { ready }),
          t('Retries that became due during the pause are delivered at once.'),
        )}
      </ConfirmDialog>
      {isOffered(engine, 'preview-reset') ? (
        <OnDemand load={loadOffset} isWanted={isResetting} onCancel={closeOffset}>
          {({ OffsetDialog }) =>
            isResetting ? (
              <OffsetDialog
                {...{ group: name, onClose: closeOffset, onDone: onChanged }}
                start={skip === null ? 'time' : 'newest'}
              />
            ) : null
          }
        </OnDemand>
      ) : (
        <OnDemand load={loadBrokerOffset} isWanted={isResetting} onCancel={closeOffset}>
          {({ BrokerOffsetDialog }) =>
            isResetting ? (
              <BrokerOffsetDialog
                key={skip}
                {...{ group: name, topics: figures.topics, skip, onClose: closeOffset, onDone: onChanged }}
              />
            ) : null
          }
        </OnDemand>
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
  if (broadcast !== null) return t('each client of a broadcast group has its own offset');
  return engine === 'cluster' && topics.length === 0 && linkedTopic === '' ? t('the group has no topic yet') : null;
}

const RESUMED: Readonly<Record<EngineKind, string>> = {
  embedded: msg('Clients receive messages again within a second.'),
  cluster: msg('The brokers deliver its messages again at once.'),
};

/** What one sees when one pauses it. */
function pauseReason({ dead, waiting }: GroupHead['figures']): string {
  const [letters, retries] = [valueOrNull(dead) ?? 0, valueOrNull(waiting) ?? 0];
  const seen = [
    ...(letters === 0 ? [] : [t('{count, plural, one {# dead letter} other {# dead letters}}', { count: letters })]),
    ...(retries === 0
      ? []
      : [t('{count, plural, one {# waiting message} other {# waiting messages}}', { count: retries })]),
  ];
  return seen.length === 0 ? t('Paused manually') : t('Paused with {counts}', { counts: listOf(seen) });
}

const CLUSTER_PAUSE = msg(
  `Every broker that responds stops delivering messages of this group, retries included, until you resume it. It takes
  up to 20 s, one long poll. Messages in flight can still be acknowledged. Messages older than the retention of the
  brokers are removed, paused or not.`,
);

interface Held {
  readonly ready: number | null;
  readonly held: number | null;
  readonly waiting: number | null;
}

function pauseWords({ ready, held, waiting }: Held): string {
  return sentences(
    t('No client receives a message of this group until you resume it.'),
    ready === null
      ? ''
      : t('{ready, plural, one {# ready message waits} other {# ready messages wait}}, and so do new ones.', { ready }),
    held === null || held === 0
      ? t('No message is in flight now.')
      : t('{held, plural, one {# message} other {# messages}} in flight can still be acknowledged.', { held }),
    waiting === null || waiting === 0
      ? ''
      : t(
          `{waiting, plural, one {# message waiting for a retry keeps its attempts and does} other {# messages
          waiting for a retry keep their attempts and do}} not move to the DLQ meanwhile.`,
          { waiting },
        ),
    t('Re-drives are suspended. Messages older than the retention are removed, paused or not.'),
  );
}
