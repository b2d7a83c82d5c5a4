'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { PartProblem } from '@/components/live/part-problem';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { ReadingAsOf, ReadingValue } from '@/components/ui/reading';
import { RelativeTime } from '@/components/ui/time';
import type { RefusedView, ThrottlingPage } from '@/lib/console/queries/throttling';
import { valueOrNull } from '@/lib/model/reading';
import { formatShare, refusalWords, waitWords } from './throttling.model';

/** Who was refused, by which limit; the share is of all that were refused. */
export function RefusedTable({ page, onRetry }: { readonly page: ThrottlingPage; readonly onRetry: () => void }) {
  const { refusals, limits } = page;
  const rows = valueOrNull(refusals) ?? undefined;
  const total = rows?.reduce((sum, { refused }) => sum + refused, 0) ?? 0;
  return (
    <section className="panel">
      <header>
        <h2>Who was refused</h2>
        <span className="small text-3">{page.until === null ? 'last 15 min' : '15 min'}, per client and limit</span>
        <span className="panel-end">
          <ReadingAsOf reading={refusals} />
        </span>
      </header>
      <DataTable
        label="Who was refused"
        columns={columnsOf(total)}
        rows={rows}
        rowId={({ limit, topic, group, client }) => JSON.stringify([limit, topic, group, client])}
        problem={
          refusals.kind === 'unknown' ? (
            <PartProblem what="Who was refused" reason={refusals.reason} onRetry={onRetry} />
          ) : undefined
        }
        empty={
          <EmptyState kind="none-in-range" title="Nobody was refused">
            No request was refused in {page.until === null ? 'the last 15 minutes' : 'the 15 minutes before'}
            {limits.kind !== 'unknown' && limits.value.length === 0 ? ', and no limit is set' : ''}.
          </EmptyState>
        }
        keys={false}
        footer={
          rows === undefined || rows.length === 0 ? undefined : (
            <footer>
              {page.moreRefusals ? `The ${rows.length} most refused; there are more. ` : ''}
              Longest wait: from the first refusal of a message until it was taken, as this process saw it.
            </footer>
          )
        }
      />
    </section>
  );
}

function columnsOf(total: number): readonly Column<RefusedView>[] {
  return [
    {
      id: 'client',
      header: 'Client',
      wrap: true,
      cell: ({ client, accessKey }) => (
        <span className="col col-tight">
          <span>{client === '' ? <span className="text-3">not told apart</span> : client}</span>
          {accessKey === '' ? null : <span className="tiny text-3">access key {accessKey}</span>}
        </span>
      ),
    },
    {
      id: 'topic',
      header: 'Topic, group',
      wrap: true,
      cell: ({ topic, group }) => (
        <span className="col col-tight">
          <span>{topic || '—'}</span>
          {group === '' ? null : <span className="tiny text-3">group {group}</span>}
        </span>
      ),
    },
    { id: 'limit', header: 'Limited by', wrap: true, hideNarrow: true, cell: ({ limit }) => refusalWords(limit) },
    {
      id: 'refused',
      header: 'Refused',
      align: 'end',
      cell: ({ refused }) => <span className="fg-throttled">{formatCount(refused)}</span>,
    },
    {
      id: 'share',
      header: 'Share',
      align: 'end',
      hideNarrow: true,
      cell: ({ refused }) => formatShare(total === 0 ? 0 : refused / total),
    },
    {
      id: 'wait',
      header: 'Longest wait',
      align: 'end',
      wrap: true,
      hideNarrow: true,
      cell: (row) => <Wait row={row} />,
    },
    { id: 'last', header: 'Last', align: 'end', cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  ];
}

/** Seen, not computed; what is not over says so. */
function Wait({ row }: { readonly row: RefusedView }) {
  if (row.wait.kind === 'unknown') return <ReadingValue reading={row.wait} />;
  const { longest, open } = waitWords(row);
  return (
    <span className="col col-tight">
      <span>{longest ?? <span className="text-3">none taken yet</span>}</span>
      {open === null ? null : <span className="tiny fg-waiting">{open}</span>}
    </span>
  );
}
