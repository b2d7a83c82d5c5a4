'use client';

import type { Column, SortState } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { SelectionBar } from '@/components/data-table/selection-bar';
import { TableFooter } from '@/components/data-table/table-footer';
import { useSelection } from '@/components/data-table/use-selection';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { StateBadge, type DisplayState } from '@/components/ui/state-badge';
import { Time } from '@/components/ui/time';
import { known } from '@/lib/model/reading';

interface KitRow {
  readonly id: string;
  readonly state: DisplayState;
  readonly count: number;
  readonly at: string;
}

const cycle: readonly DisplayState[] = ['ready', 'in-flight', 'waiting-retry', 'consumed', 'dead', 'blocked'];

const columns: readonly Column<KitRow>[] = [
  { id: 'id', header: 'Message', sortKey: 'id', cell: (row) => <code>{row.id}</code> },
  { id: 'state', header: 'State', cell: (row) => <StateBadge state={row.state} /> },
  { id: 'count', header: 'Deliveries', align: 'end', sortKey: 'count', cell: (row) => row.count },
  { id: 'at', header: 'Last', align: 'end', hideNarrow: true, cell: (row) => <Time at={row.at} /> },
];

export function KitTable({ now }: { readonly now: string }) {
  const [sort, setSort] = useState<SortState>({ key: 'count', descending: true });
  const selection = useSelection();
  const rows = Array.from({ length: 9 }, (_, index): KitRow => ({
    id: `0142010A84021B00${String(index).padStart(4, '0')}`,
    state: cycle[index % cycle.length] ?? 'unknown',
    count: 16 - index,
    at: new Date(Date.parse(now) - index * 3_700_000).toISOString(),
  }));
  const order = rows.map((row) => row.id);
  return (
    <>
      <SelectionBar
        selection={selection}
        order={order}
        matching={known(412, now)}
        actions={
          <Button variant="primary" keys="r">
            Re-drive…
          </Button>
        }
      />
      <DataTable
        label="Messages"
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        rowHref={(row) => `/messages/${row.id}`}
        selection={selection}
        sort={sort}
        onSort={setSort}
        empty={null}
        footer={<TableFooter shown={rows.length} total={known(412, now)} nextCursor="abc" tookMs={21} asOf={now} />}
      />
    </>
  );
}
