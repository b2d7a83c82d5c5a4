'use client';

import { Gauge, TriangleAlert } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { ReadingValue } from '@/components/ui/reading';
import { AsOf } from '@/components/ui/time';
import { UnknownMark } from '@/components/ui/unknown-mark';
import type { PeerLoad } from '@/lib/console/reads/cluster-load';
import { NotKnown } from '../figure';
import styles from './load.module.css';
import { markAmount, type MarkRow, markRows, MARK_STATES, metricsWords } from './load.model';
import { formatShare } from '@/lib/model/share';

interface WatermarksProps {
  readonly peers: readonly PeerLoad[];
  readonly asOf: string;
}

/** What each broker measures of itself, and from where on it refuses. */
export function Watermarks({ peers, asOf }: WatermarksProps) {
  return (
    <section className="panel">
      <header>
        <h2>Watermarks</h2>
        <span className="small text-3">closest to refusing first</span>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      <DataTable
        label="Watermarks"
        columns={columns}
        rows={markRows(peers)}
        rowId={({ id }) => id}
        rowQuiet={({ state }) => state === 'none' || state === 'untold'}
        empty={
          <EmptyState kind="could-not-load" title="No broker is known">
            No name server has named a broker yet.
          </EmptyState>
        }
      />
      <footer>
        {metricsWords(peers).map((words) => (
          <p key={words}>{words}</p>
        ))}
        Brokers of a cluster have no limits by topic, group or client: they refuse when they have too much to do, and
        producers send again.
      </footer>
    </section>
  );
}

const nothing = <span className="text-3">—</span>;

const columns: readonly Column<MarkRow>[] = [
  { id: 'broker', header: 'Broker', cut: true, cell: ({ broker }) => <b>{broker}</b> },
  { id: 'mark', header: 'What', cut: true, cell: ({ says }) => says },
  {
    id: 'now',
    header: 'Now',
    align: 'end',
    cell: ({ value, unit }) =>
      value.kind === 'unknown' ? (
        <NotKnown reading={value} />
      ) : (
        <ReadingValue reading={value} format={(of) => markAmount(of, unit)} />
      ),
  },
  {
    id: 'line',
    header: 'Refuses from',
    align: 'end',
    cell: ({ line, unit }) => (line === null ? nothing : markAmount(line, unit)),
  },
  { id: 'used', header: 'Used', hideNarrow: true, cell: (row) => <Used row={row} /> },
  {
    id: 'then',
    header: 'Then',
    cut: true,
    hideNarrow: true,
    cell: ({ beyond }) => <span className="text-2">{beyond === '' ? 'nothing is refused by it' : beyond}</span>,
  },
  {
    id: 'source',
    header: 'From',
    hideNarrow: true,
    cell: ({ source }) => <span className="text-2">{source}</span>,
  },
  { id: 'state', header: 'State', cell: ({ state }) => <State state={state} /> },
];

function Used({ row: { share, state } }: { readonly row: MarkRow }) {
  if (share === null || share.kind === 'unknown') return nothing;
  const tone = state === 'refusing' ? 'bg-throttled' : state === 'warning' ? 'bg-waiting' : styles.room;
  return (
    <span className={styles.used}>
      <span className={styles.track} aria-hidden="true">
        <i className={tone} style={{ width: `${Math.min(100, share.value * 100)}%` }} />
      </span>
      {formatShare(share.value)}
    </span>
  );
}

function State({ state }: Pick<MarkRow, 'state'>) {
  const icon = state === 'refusing' ? Gauge : state === 'warning' ? TriangleAlert : null;
  return (
    <span className={styles.state} data-state={state}>
      {icon === null ? null : <Icon of={icon} size={13} />}
      {state === 'unknown' ? <UnknownMark size={12} /> : null}
      {MARK_STATES[state]}
    </span>
  );
}
