'use client';

import { useRange } from '@/components/charts/history-panel';
import { lettersOf } from '@/components/charts/marks.model';
import { labelOf } from '@/components/charts/range.model';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { DrainValue } from '@/components/ui/drain';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { RateValue } from '@/components/ui/rate';
import { ReadingValue } from '@/components/ui/reading';
import { AsOf, Time } from '@/components/ui/time';
import type { GroupBacklogView, PartView } from '@/lib/console/operations/groups/views';
import type { GroupHead, GroupOverview, QueueView } from '@/lib/console/operations/groups/views';
import type { ReadResult } from '@/lib/model/read-result';
import { known, unknown } from '@/lib/model/reading';
import { BacklogChart } from './backlog-chart';
import { BacklogFigures } from './backlog-figures';
import { ClassicNames } from './classic-names';
import { BroadcastOverview } from './broadcast-overview';
import { CausesPanel } from './causes-panel';
import { ChangesPanel } from './changes-panel';
import { ConfigFacts } from './config-facts';
import { FailureChart } from './failure-chart';
import { OldestAge } from '@/components/groups/oldest';

interface OverviewViewProps {
  readonly head: ReadResult<GroupHead>;
  readonly initial: ReadResult<GroupOverview>;
  readonly sampled: ReadResult<GroupBacklogView>;
}

/** Where the backlog is, why deliveries fail, what changed lately, under which rules. */
export function OverviewView({ head, initial, sampled }: OverviewViewProps) {
  const { name } = head.data.group;
  const live = { kinds: ['group', 'message', 'client', 'topic'], group: name } as const;
  const overview = useLiveQuery('groupOverview', { group: name }, { initial, live });
  const backlog = useLiveQuery(
    'groupBacklog',
    { group: name },
    { initial: sampled, live: { kinds: ['sample', 'redrive'] } },
  );
  const { queues: parts } = backlog.data ?? sampled.data;
  const latest = useLiveQuery('group', { group: name }, { initial: head, live });
  const range = useRange();
  const changes = useLiveQuery(
    'groupChanges',
    { group: name, from: `-${range}` },
    { live: { kinds: ['group', 'client', 'redrive'], group: name } },
  );
  const letters = lettersOf(changes.data ?? []);
  const { failures, queues, causes, broadcast } = overview.data ?? initial.data;
  const asOf = overview.asOf ?? initial.asOf;
  const rows = queues.kind === 'unknown' ? undefined : queues.value;
  const { group, figures, changed } = latest.data ?? head.data;

  return (
    <div className="split split-main">
      <div className="col col-wide">
        {broadcast === null ? (
          <>
            <BacklogFigures backlog={backlog.data ?? sampled.data} />
            <BacklogChart group={name} letters={letters} />
          </>
        ) : null}
        <FailureChart
          failures={failures}
          unreported={figures.unreportedKeys}
          broadcast={broadcast !== null}
          since={group.createdAt ?? initial.asOf}
          letters={letters}
        />
        {broadcast === null ? (
          <section className="panel">
            <header>
              <h2>Backlog per queue</h2>
              <span className="panel-end">
                <AsOf at={asOf} />
              </span>
            </header>
            <DataTable
              label="Backlog per queue"
              columns={queueColumnsOf(asOf, parts)}
              rows={rows}
              rowId={(row) => `${row.topic} ${row.queueNo}`}
              problem={
                queues.kind === 'unknown' ? (
                  <EmptyState kind="could-not-load">It could not be loaded: {queues.reason}.</EmptyState>
                ) : (
                  <ReadProblem error={overview.error} onRetry={overview.retry} />
                )
              }
              empty={
                <EmptyState kind="none-ever" title="Not subscribed yet">
                  No consumer of this group has received messages yet. The first one starts with what was stored since
                  the group was created{group.createdAt === null ? '' : ', '}
                  {group.createdAt === null ? null : <Time at={group.createdAt} withRelative />}.
                </EmptyState>
              }
            />
          </section>
        ) : (
          <BroadcastOverview group={name} broadcast={broadcast} />
        )}
        <CausesPanel group={name} causes={causes} />
      </div>
      <div className="col">
        <ChangesPanel changes={changes} letters={letters} range={labelOf(range)} />
        <ConfigFacts group={group} changed={changed} />
        <ClassicNames group={name} />
      </div>
    </div>
  );
}

function queueColumnsOf(asOf: string, parts: readonly PartView[]): readonly Column<QueueView>[] {
  const partOf = ({ topic, queueNo }: QueueView): PartView | undefined =>
    parts.find((part) => part.topic === topic && part.queueNo === queueNo);
  return [
    { id: 'topic', header: 'Topic', cell: (row) => row.topic },
    { id: 'queue', header: 'Queue', align: 'end', cell: (row) => row.queueNo },
    { id: 'cursor', header: 'Delivered up to', align: 'end', hideNarrow: true, cell: (row) => formatCount(row.cursor) },
    { id: 'tail', header: 'Stored up to', align: 'end', hideNarrow: true, cell: (row) => formatCount(row.tail) },
    { id: 'ready', header: 'Behind', align: 'end', cell: (row) => <ReadingValue reading={row.ready} /> },
    { id: 'oldest', header: 'Oldest', align: 'end', cell: (row) => <OldestAge reading={known(row.oldestAt, asOf)} /> },
    {
      id: 'in',
      header: 'In',
      align: 'end',
      hideNarrow: true,
      cell: (row) => <RateValue reading={partOf(row)?.rates[0]?.in} />,
    },
    {
      id: 'out',
      header: 'Delivered',
      align: 'end',
      hideNarrow: true,
      cell: (row) => <RateValue reading={partOf(row)?.rates[0]?.out} />,
    },
    {
      id: 'drain',
      header: 'Time to drain',
      align: 'end',
      cell: (row) => <DrainValue reading={partOf(row)?.drain ?? unknown('not counted yet')} />,
    },
  ];
}
