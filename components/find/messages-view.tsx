'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { FindBar } from './find-bar';
import { FoundPanel } from './found-panel';
import { MessagePeek } from './message-peek';
import { foundColumns } from './found-columns';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { ButtonLink } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { formatCount } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { StateBadge } from '@/components/ui/state-badge';
import { RelativeTime, Time, ZoneName } from '@/components/ui/time';
import type { FoundPage } from '@/lib/console/operations/messages/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadData } from '@/lib/console/reads/registry';
import type { ReadResult } from '@/lib/model/read-result';
import { describeCause } from '@/components/ui/delivery-cause.model';
import { Beside } from '@/components/messages/beside';
import { messageHref } from '@/components/parts/names';
import styles from '@/components/messages/messages.module.css';

type MessagesPage = ReadData<'messages'>;
type RecentFailureView = MessagesPage['items'][number];

const columns: readonly Column<RecentFailureView>[] = [
  {
    id: 'message',
    header: 'Message',
    cell: (row) => <span className="mono">{row.messageId ?? 'gone from the log'}</span>,
  },
  {
    id: 'at',
    header: (
      <>
        Failed, <ZoneName />
      </>
    ),
    align: 'end',
    cell: (row) => <Time at={row.at} />,
  },
  { id: 'group', header: 'Group', cell: (row) => row.group },
  { id: 'topic', header: 'Topic', hideNarrow: true, cell: (row) => <span className="text-2">{row.topic}</span> },
  { id: 'attempt', header: 'Delivery', align: 'end', cell: (row) => `${row.attempt} of ${row.maxRetries + 1}` },
  { id: 'now', header: 'Now', cell: (row) => <Now row={row} /> },
  {
    id: 'reason',
    header: 'Reason',
    cut: true,
    cell: (row) =>
      row.errorType === null ? (
        <span className="text-2">
          cause not reported<span className="text-3">: {describeCause(row.cause)}</span>
        </span>
      ) : (
        <span className={styles.reason}>
          <b>{row.errorType}</b>
          {row.errorMessage === null || row.errorMessage === ''
            ? ''
            : `: ${row.errorMessage.split('\n', 1)[0]?.slice(0, 160)}`}
        </span>
      ),
  },
];

function Now({ row }: { readonly row: RecentFailureView }) {
  const now = useNow();
  switch (row.now) {
    case 'in-flight':
      return <StateBadge state="in-flight" plain />;
    case 'dead':
      return <StateBadge state="dead" plain />;
    case 'dropped':
      return <StateBadge state="dead" label="Failed, not retried" plain />;
    case 'retrying':
      return (
        <span className="row row-tight">
          {row.dueAt !== null && Date.parse(row.dueAt) <= now ? (
            <StateBadge state="ready" label="Due" plain />
          ) : (
            <StateBadge state="waiting-retry" plain />
          )}
          {row.dueAt === null ? null : (
            <span className="text-3 small">
              <RelativeTime at={row.dueAt} />
            </span>
          )}
        </span>
      );
    case null:
      return <span className="text-3">finished</span>;
  }
}

interface MessagesViewProps {
  readonly initial: ReadResult<MessagesPage>;
  readonly initialFound: ReadResult<FoundPage>;
}

/** A search over everything that is kept; before one, what failed lately. */
export function MessagesView({ initial, initialFound }: MessagesViewProps) {
  const url = useUrlParams();
  const peeked = url.get('peek');
  const searched = {
    q: url.get('q') ?? url.get('key') ?? url.get('id') ?? '',
    property: url.get('property') ?? '',
    topic: url.get('topic') ?? '',
    from: url.get('from') ?? '',
    to: url.get('to') ?? '',
    state: url.get('state') ?? '',
  };
  const asks = searched.q !== '' || searched.property !== '' || searched.topic !== '';
  return (
    <Beside
      pane={
        peeked === undefined ? null : (
          <MessagePeek key={peeked} messageId={peeked} onClose={() => url.replace({ peek: undefined })} />
        )
      }
    >
      <PageHeader
        title="Messages"
        actions={
          <ViewMenu list="messages" columns={asks ? foundColumns({ oneTopic: searched.topic !== '' }) : columns} />
        }
      >
        Find a message in any state by its id, one of its keys, or a property.
      </PageHeader>
      <FindBar url={url} searched={searched} topics={initial.data.topics} />
      {asks ? <FoundPanel url={url} searched={searched} initial={initialFound} /> : <FailedLately initial={initial} />}
    </Beside>
  );
}

function FailedLately({ initial }: { readonly initial: ReadResult<MessagesPage> }) {
  const url = useUrlParams();
  const group = url.get('group') ?? '';
  const recent = useLiveQuery(
    'messages',
    { group },
    { initial, live: { kinds: ['message', 'dead-letter', 'redrive'] } },
  );
  const data = recent.data ?? initial.data;
  const peeked = url.get('peek');
  const peekedRow = data.items.find(({ messageId }) => messageId !== null && messageId === peeked);
  const groups = [{ value: '', label: 'any' }, ...data.groups.map((name) => ({ value: name, label: name }))];
  return (
    <>
      <section className="panel">
        <header>
          <h2>Recent failures</h2>
          <span className="small text-2">the last failure of each message and group</span>
          <span className="panel-end">
            <FilterSelect name="group" value={group} options={groups} onChange={(value) => url.set({ group: value })} />
          </span>
        </header>
        <DataTable
          label="Messages that failed recently"
          columns={columns}
          cols={url.get('cols')}
          rows={recent.data?.items}
          rowId={(row) => String(row.eventId)}
          rowHref={(row) => messageHref(row.messageId ?? '', row.group)}
          onPeek={({ messageId }) => (peeked === undefined ? url.push : url.replace)({ peek: messageId ?? undefined })}
          peekedId={peekedRow === undefined ? undefined : String(peekedRow.eventId)}
          rowQuiet={(row) => row.now === null}
          problem={<ReadProblem error={recent.error} onRetry={recent.retry} />}
          empty={
            group === '' ? (
              <EmptyState kind="none-ever" title="No failure on record">
                None of the newest {formatCount(data.lookedThrough)} state changes is a failure.
              </EmptyState>
            ) : (
              <EmptyState
                kind="filtered-out"
                action={
                  <ButtonLink href="/messages?view=standard" size="small">
                    Show all groups
                  </ButtonLink>
                }
              >
                No failure of {group} among the newest {formatCount(data.lookedThrough)} state changes of all groups.
              </EmptyState>
            )
          }
          footer={<TableFooter shown={recent.data?.items.length ?? 0} tookMs={recent.tookMs} asOf={recent.asOf} />}
        />
      </section>
      <p className="small text-3">
        Searched the newest {formatCount(data.lookedThrough)} state changes. For older failures, see the dead letters
        and the retries of each group.
      </p>
    </>
  );
}
