'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import { Countdown, Time } from '@/components/ui/time';
import type { WaitingRetriesPage, WaitingRetryView } from '@/lib/console/reads/group-retries';
import type { ReadResult } from '@/lib/model/read-result';
import { outlookOf } from '@/components/groups/what-if.model';

/** The messages of a group that wait for a retry, next one first. */
export function RetriesView({ initial }: { readonly initial: ReadResult<WaitingRetriesPage> }) {
  const { name } = initial.data.group;
  const cursor = useUrlParams().get('cursor');
  const retries = useLiveQuery(
    'groupRetries',
    { group: name, cursor },
    { initial, live: { kinds: ['group', 'message', 'redrive'], group: name } },
  );
  const { group, items, nextCursor } = retries.data ?? initial.data;
  const asOf = retries.asOf ?? initial.asOf;
  return (
    <section className="panel">
      <header>
        <h2>Waiting to be retried</h2>
        <span className="small text-3">next try first</span>
      </header>
      <DataTable
        label="Waiting to be retried"
        columns={columnsOf(group, asOf)}
        rows={items}
        rowId={(row) => `${row.topic} ${row.messageId}`}
        rowHref={(row) => `/messages/${encodeURIComponent(row.messageId)}`}
        problem={<ReadProblem error={retries.error} onRetry={retries.retry} />}
        empty={
          group.messageModel === 'broadcasting' ? (
            <EmptyState kind="none-ever" title="Nothing is retried here">
              {group.name} broadcasts: each client gets every message once, and what fails is recorded, not retried. The
              failures are on the group’s overview.
            </EmptyState>
          ) : (
            <EmptyState kind="none-in-range" title="Nothing waits">
              No message of this group is waiting for a retry. A message that a client is processing is in flight, not
              here.
            </EmptyState>
          )
        }
        footer={
          <TableFooter shown={items.length} nextCursor={nextCursor} tookMs={retries.tookMs} asOf={retries.asOf} />
        }
      />
    </section>
  );
}

function columnsOf(group: WaitingRetriesPage['group'], asOf: string): readonly Column<WaitingRetryView>[] {
  return [
    { id: 'id', header: 'Message', cell: ({ messageId }) => messageId },
    { id: 'next', header: 'Next try', cell: ({ visibleAt }) => <NextTry at={visibleAt} asOf={asOf} /> },
    {
      id: 'attempt',
      header: 'Delivered',
      align: 'end',
      cell: ({ attempt }) => `${attempt} of ${group.maxRetries + 1}`,
    },
    { id: 'dies', header: 'Dies unless it succeeds', cell: (row) => <DiesAt row={row} group={group} asOf={asOf} /> },
    { id: 'error', header: 'Last failure', wrap: true, cell: (row) => <Failure row={row} /> },
    { id: 'key', header: 'Key', hideNarrow: true, cell: ({ key }) => key ?? <span className="text-3">—</span> },
    { id: 'topic', header: 'Topic', hideNarrow: true, cell: ({ topic }) => <span className="text-2">{topic}</span> },
  ];
}

function NextTry({ at, asOf }: { readonly at: string; readonly asOf: string }) {
  if (at <= asOf)
    return (
      <span className="text-2">
        ready since <Time at={at} />
      </span>
    );
  return (
    <span>
      <Time at={at} />, <Countdown to={at} />
    </span>
  );
}

function DiesAt({
  row,
  group,
  asOf,
}: {
  readonly row: WaitingRetryView;
  readonly group: WaitingRetriesPage['group'];
  readonly asOf: string;
}) {
  const { firstDeathAt, dieWaiting } = outlookOf(
    group,
    [{ attempt: row.attempt, leased: false, messages: 1, firstAt: row.visibleAt }],
    asOf,
  );
  if (firstDeathAt === null) return null;
  return (
    <span className={dieWaiting > 0 ? 'fg-dlq' : 'text-2'}>
      <Time at={firstDeathAt} />
      {dieWaiting > 0 ? ', over the limit' : ''}
    </span>
  );
}

function Failure({ row }: { readonly row: WaitingRetryView }) {
  if (row.errorType === null) return <span className="text-3">cause not reported</span>;
  return (
    <span>
      {row.errorType} <span className="text-2">{row.errorMessage}</span>
    </span>
  );
}
