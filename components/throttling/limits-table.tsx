'use client';

import { Gauge, TriangleAlert } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { ReadingValue } from '@/components/ui/reading';
import { AsOf } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { LimitView } from '@/lib/console/queries/limits';
import type { LimitState } from '@/lib/model/throttle/limit-state';
import { formatAmount, formatShare, type LimitRow, stateWords } from './throttling.model';
import styles from './throttling.module.css';

interface LimitsTableProps {
  readonly rows: readonly LimitRow[] | undefined;
  readonly asOf: string;
  readonly mayNotEdit: string | null;
  readonly onEdit: (limit: LimitView) => void;
}

/** Every limit, the tightest first: of what, how much of it is used, whom it refused, who set it. */
export function LimitsTable({ rows, asOf, mayNotEdit, onEdit }: LimitsTableProps) {
  return (
    <section className="panel">
      <header>
        <h2>Limits</h2>
        <span className="small text-3">room now, the tightest first</span>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      <DataTable
        label="Limits"
        columns={columnsOf(mayNotEdit, onEdit)}
        rows={rows}
        rowId={(row) => row.id}
        rowQuiet={(row) => row.state === 'off'}
        empty={<EmptyState kind="none-ever">No limit is known.</EmptyState>}
      />
      <footer>
        Rates: mean of the last 10 s through this process. Backlogs and storage: as last read, every second.
      </footer>
    </section>
  );
}

function columnsOf(mayNotEdit: string | null, onEdit: (limit: LimitView) => void): readonly Column<LimitRow>[] {
  return [
    {
      id: 'limit',
      header: 'Limit',
      wrap: true,
      cell: ({ words, note, limit }) => (
        <span className={styles.limit}>
          <b>{words}</b>
          {note === null ? null : <span className="tiny text-3">{note}</span>}
          {limit === null || limit.reason === '' ? null : <span className="tiny text-3">“{limit.reason}”</span>}
        </span>
      ),
    },
    { id: 'value', header: 'Value', align: 'end', cell: ({ value }) => value },
    {
      id: 'now',
      header: 'Now',
      align: 'end',
      hideNarrow: true,
      cell: ({ used, unit }) => <ReadingValue reading={used} format={(value) => formatAmount(value, unit)} />,
    },
    { id: 'used', header: 'Used', cell: (row) => <UsedBar row={row} /> },
    {
      id: 'room',
      header: 'Headroom',
      align: 'end',
      hideNarrow: true,
      cell: ({ share, state, isFloor }) =>
        isFloor ? (
          <span className="text-3">—</span>
        ) : (
          <ReadingValue
            reading={share}
            format={(value) => (value >= 1 || state === 'refusing' ? 'none' : formatShare(1 - value))}
          />
        ),
    },
    {
      id: 'refused',
      header: 'Refused, 15 min',
      align: 'end',
      cell: ({ refused }) => <ReadingValue reading={refused} tone="throttled" />,
    },
    {
      id: 'by',
      header: 'Limited by',
      hideNarrow: true,
      cell: ({ limitedBy }) => <span className="text-2">{limitedBy}</span>,
    },
    { id: 'state', header: 'State', cell: ({ state }) => <StateMark state={state} /> },
    {
      id: 'edit',
      header: <span className="visually-hidden">Edit</span>,
      align: 'end',
      cell: ({ limit, words }) =>
        limit === null ? null : (
          <Button
            size="small"
            variant="ghost"
            disabledReason={mayNotEdit}
            aria-label={`Edit ${words}`}
            onClick={() => onEdit(limit)}
          >
            Edit…
          </Button>
        ),
    },
  ];
}

function UsedBar({ row: { share, state, isFloor } }: { readonly row: LimitRow }) {
  if (share.kind === 'unknown' || isFloor) return <span className="text-3">—</span>;
  const text = formatShare(share.value);
  const tone = state === 'refusing' ? 'bg-throttled' : state === 'warning' ? 'bg-waiting' : styles.room;
  return (
    <span className={styles.used}>
      <span className={styles.track} aria-hidden="true">
        <i className={tone} style={{ width: `${Math.min(100, share.value * 100)}%` }} />
      </span>
      {text}
    </span>
  );
}

function StateMark({ state }: { readonly state: LimitState }) {
  const icon = state === 'refusing' ? Gauge : state === 'warning' ? TriangleAlert : null;
  return (
    <span className={styles.state} data-state={state}>
      {icon === null ? null : <Icon of={icon} size={13} />}
      {state === 'unknown' ? <UnknownMark /> : null}
      {stateWords[state]}
    </span>
  );
}
