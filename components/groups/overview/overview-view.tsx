'use client';

import dynamic from 'next/dynamic';
import { useRange } from '@/components/charts/history-panel';
import { lettersOf } from '@/components/charts/marks.model';
import { labelOf } from '@/components/charts/range.model';
import { StatesStrip } from '@/components/groups/states-strip';
import { useLiveQuery } from '@/components/live/use-live-query';
import type { GroupDeadLettersView } from '@/lib/console/operations/dead-letters/views';
import type { GroupBacklogView, GroupHead, GroupOverview } from '@/lib/console/operations/groups/views';
import type { ReadResult } from '@/lib/model/read-result';
import { BacklogLine } from './backlog-line';
import { ChangesPanel } from './changes-panel';
import { FailureChart } from './failure-chart';
import { LeadPanel } from './lead-panel';
import { OverviewChart } from './overview-chart';
import { FactsFolds, QueuesFold } from './overview-folds';

const BroadcastOverview = dynamic(async () => (await import('./broadcast-overview')).BroadcastOverview);

interface OverviewViewProps {
  readonly head: ReadResult<GroupHead>;
  readonly initial: ReadResult<GroupOverview>;
  readonly sampled: ReadResult<GroupBacklogView>;
  readonly letters: ReadResult<GroupDeadLettersView>;
}

/** What failed and the one thing to do about it; then how much there is, since when, and what changed. */
export function OverviewView({ head, initial, sampled, letters: initialDead }: OverviewViewProps) {
  const { name } = head.data.group;
  const live = { kinds: ['group', 'message', 'client', 'topic'], group: name } as const;
  const overview = useLiveQuery('groupOverview', { group: name }, { initial, live });
  const dead = useLiveQuery(
    'groupDeadLetters',
    { group: name },
    { initial: initialDead, live: { kinds: ['dead-letter', 'redrive'], group: name } },
  );
  const backlog = useLiveQuery(
    'groupBacklog',
    { group: name },
    { initial: sampled, live: { kinds: ['sample', 'redrive'] } },
  );
  const latest = useLiveQuery('group', { group: name }, { initial: head, live });
  const range = useRange();
  const changes = useLiveQuery(
    'groupChanges',
    { group: name, from: `-${range}` },
    { live: { kinds: ['group', 'client', 'redrive'], group: name } },
  );
  const marks = lettersOf(changes.data ?? []);
  const found = overview.data ?? initial.data;
  const { broadcast } = found;
  const shown = latest.data ?? head.data;
  const { group, changed } = shown;
  const amounts = backlog.data ?? sampled.data;

  return (
    <>
      <LeadPanel group={name} dead={dead.data ?? initialDead.data} overview={found} figures={shown.figures} />
      <StatesStrip head={shown} />
      <div className="split split-main">
        {broadcast === null ? (
          <OverviewChart group={name} letters={marks} />
        ) : (
          <FailureChart failures={found.failures} since={group.createdAt ?? initial.asOf} letters={marks} />
        )}
        <ChangesPanel changes={changes} letters={marks} range={labelOf(range)} />
      </div>
      {broadcast === null ? (
        <>
          <section className="panel panel-body">
            <BacklogLine backlog={amounts} />
          </section>
          <QueuesFold
            overview={overview}
            queues={found.queues}
            parts={amounts.queues}
            asOf={overview.asOf ?? initial.asOf}
            createdAt={group.createdAt}
          />
        </>
      ) : (
        <BroadcastOverview group={name} broadcast={broadcast} />
      )}
      <FactsFolds group={group} changed={changed} />
    </>
  );
}
