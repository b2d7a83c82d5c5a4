'use client';

import { useMemo } from 'react';
import { BrokerFigure, NotKnown } from '@/components/clusters/figure';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { groupHref } from '@/components/parts/names';
import { Button, ButtonLink } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import { RelativeTime } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import { mapReading, type Reading } from '@/lib/model/reading';
import { isAtRisk, lossWords } from './loss.model';

type Figures = ReadData<'topicFigures'>;
type GroupRow = Figures['groups'][number];
type QueueRow = Figures['queues'][number];

interface FiguresPanelsProps {
  readonly topic: string;
  /** Null: positions of groups may be moved; else why not. */
  readonly mayNotSkip: string | null;
}

/** What a topic holds, how fast it moves, and which group the retention of the brokers overtakes. */
export function FiguresPanels({ topic, mayNotSkip }: FiguresPanelsProps) {
  const query = useLiveQuery('topicFigures', { topic }, { live: { kinds: ['topic'] } });
  const columns = useMemo(() => [...groupColumns, skipColumn(topic, mayNotSkip)], [topic, mayNotSkip]);
  const { data } = query;
  return (
    <>
      <section className="panel">
        <header>
          <h2>Groups that read it</h2>
          <span className="small text-3">as brokers keep their positions</span>
        </header>
        <DataTable
          label="Groups that read it"
          columns={columns}
          rows={data?.groups}
          rowId={({ group }) => group}
          problem={readProblem(query)}
          empty={
            <EmptyState kind="none-ever">
              {data?.silent.length === 0
                ? 'No group has read it.'
                : 'The brokers that answered know no group that has read it.'}
            </EmptyState>
          }
        />
        {data === undefined || data.groupsLeft === 0 ? null : (
          <footer className="small">{formatCount(data.groupsLeft)} more groups read it, and are not listed.</footer>
        )}
      </section>
      <section className="panel">
        <header>
          <h2>Messages stored</h2>
          {data === undefined ? null : (
            <span className="small text-3">
              <BrokerFigure reading={data.stored} />, <BrokerFigure reading={perSecond(data.inPerSecond)} /> in per
              second
            </span>
          )}
        </header>
        <DataTable
          label="Queues"
          columns={queueColumns}
          rows={data?.queues}
          rowId={({ broker, queueNo }) => `${broker} ${queueNo}`}
          problem={null}
          empty={<EmptyState kind="none-ever">No broker that answered has a queue of it.</EmptyState>}
        />
      </section>
    </>
  );
}

/** One decimal, so that a slow topic is not a silent one. */
function perSecond(reading: Reading<number>): Reading<number> {
  return mapReading(reading, (value) => Math.round(value * 10) / 10);
}

const groupColumns: readonly Column<GroupRow>[] = [
  {
    id: 'group',
    header: 'Group',
    cut: true,
    cell: ({ group }) => (
      <Link href={groupHref(group)} prefetch={false}>
        <b>{group}</b>
      </Link>
    ),
  },
  { id: 'behind', header: 'Behind', align: 'end', cell: ({ behind }) => <BrokerFigure reading={behind} /> },
  {
    id: 'out',
    header: 'Out per second',
    align: 'end',
    cell: ({ outPerSecond }) => <BrokerFigure reading={perSecond(outPerSecond)} />,
  },
  {
    id: 'removed',
    header: 'Removed unread',
    align: 'end',
    cell: ({ removedUnread }) => <BrokerFigure reading={removedUnread} tone="dlq" />,
  },
  { id: 'loss', header: 'Retention', clip: true, cell: (row) => <Loss row={row} /> },
];

/** To the preview of what is skipped, on the page of the group. */
function skipColumn(topic: string, mayNotSkip: string | null): Column<GroupRow> {
  return {
    id: 'skip',
    header: <span className="visually-hidden">Skip its backlog</span>,
    align: 'end',
    cell: ({ group, behind }) =>
      behind.kind === 'unknown' || behind.value === 0 ? null : mayNotSkip === null ? (
        <ButtonLink size="small" href={`${groupHref(group)}?skip=${encodeURIComponent(topic)}`}>
          Skip backlog…
        </ButtonLink>
      ) : (
        <Button size="small" disabledReason={mayNotSkip}>
          Skip backlog…
        </Button>
      ),
  };
}

function Loss({ row }: { readonly row: GroupRow }) {
  const nowMs = useNow();
  const words = lossWords(row, nowMs);
  return (
    <span className={isAtRisk(row, nowMs) ? 'fg-dlq' : 'text-2'} title={words}>
      {words}
    </span>
  );
}

const queueColumns: readonly Column<QueueRow>[] = [
  { id: 'broker', header: 'Broker', cell: ({ broker }) => <b>{broker}</b> },
  { id: 'queue', header: 'Queue', align: 'end', cell: ({ queueNo }) => queueNo },
  { id: 'stored', header: 'Stored', align: 'end', cell: ({ stored }) => formatCount(stored) },
  {
    id: 'in',
    header: 'In per second',
    align: 'end',
    cell: ({ lastMinute }) => formatCount(Math.round(lastMinute / 6) / 10),
  },
  {
    id: 'offsets',
    header: 'Offsets',
    align: 'end',
    hideNarrow: true,
    cell: ({ minOffset, endOffset }) => `${formatCount(minOffset)} to ${formatCount(endOffset)}`,
  },
  {
    id: 'oldest',
    header: 'Oldest',
    align: 'end',
    cell: ({ oldestAt }) =>
      oldestAt.kind === 'unknown' ? (
        <NotKnown reading={oldestAt} />
      ) : oldestAt.value === null ? (
        <span className="text-3">empty</span>
      ) : (
        <RelativeTime at={oldestAt.value} />
      ),
  },
  {
    id: 'last',
    header: 'Last stored',
    align: 'end',
    cell: ({ lastAt }) => (lastAt === null ? <span className="text-3">—</span> : <RelativeTime at={lastAt} />),
  },
  {
    id: 'retention',
    header: 'Kept for',
    align: 'end',
    hideNarrow: true,
    cell: ({ retentionHours }) => (retentionHours === null ? 'unknown' : `${formatCount(retentionHours)} h`),
  },
];
