'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { AsOf, RelativeTime } from '@/components/ui/time';
import type { LimitView } from '@/lib/console/queries/limits';
import type { RefusedView, ThrottlingPage } from '@/lib/console/queries/throttling';
import { valueOrNull } from '@/lib/model/reading';
import { formatShare, refusalWords } from './throttling.model';

/** Who was refused, by which limit; the share is of all that were refused. */
export function RefusedTable({ page }: { readonly page: ThrottlingPage }) {
  const { refusals } = page;
  const rows = valueOrNull(refusals) ?? undefined;
  const total = rows?.reduce((sum, { refused }) => sum + refused, 0) ?? 0;
  return (
    <section className="panel">
      <header>
        <h2>Who was refused</h2>
        <span className="small text-3">last 15 min, per client and limit</span>
        <span className="panel-end">{refusals.kind === 'unknown' ? null : <AsOf at={refusals.asOf} />}</span>
      </header>
      <DataTable
        label="Who was refused"
        columns={columnsOf(page.limits, total)}
        rows={rows}
        rowId={({ limit, topic, group, client }) => JSON.stringify([limit, topic, group, client])}
        problem={
          refusals.kind === 'unknown' ? (
            <EmptyState kind="could-not-ask">It was not possible to ask: {refusals.reason}.</EmptyState>
          ) : undefined
        }
        empty={
          <EmptyState kind="none-in-range" title="Nobody was refused">
            No request was refused in the last 15 minutes{page.limits.length === 0 ? ', and no limit is set' : ''}.
          </EmptyState>
        }
        footer={page.moreRefusals ? <footer>The {rows?.length} most refused; there are more.</footer> : undefined}
      />
    </section>
  );
}

function columnsOf(limits: readonly LimitView[], total: number): readonly Column<RefusedView>[] {
  return [
    {
      id: 'client',
      header: 'Client',
      wrap: true,
      cell: ({ client }) => (client === '' ? <span className="text-3">not told apart</span> : client),
    },
    { id: 'topic', header: 'Topic', cell: ({ topic }) => topic || '—' },
    { id: 'group', header: 'Group', hideNarrow: true, cell: ({ group }) => group || '—' },
    { id: 'limit', header: 'Limited by', hideNarrow: true, cell: ({ limit }) => refusalWords(limit, limits) },
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
    { id: 'last', header: 'Last', align: 'end', cell: ({ lastAt }) => <RelativeTime at={lastAt} /> },
  ];
}
