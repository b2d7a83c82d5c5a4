'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { LevelState, UsedBar } from '@/components/ui/level-mark';
import { ReadingValue } from '@/components/ui/reading';
import { AsOf } from '@/components/ui/time';
import type { PeerLoad } from '@/lib/console/operations/brokers/views';
import { NotKnown } from '../figure';
import { markAmount, type MarkRow, markRows, MARK_STATES, metricsWords } from '../load.model';

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
  {
    id: 'used',
    header: 'Used',
    hideNarrow: true,
    cell: ({ share, state }) =>
      share === null || share.kind === 'unknown' ? nothing : <UsedBar share={share.value} state={state} />,
  },
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
  { id: 'state', header: 'State', cell: ({ state }) => <LevelState state={state} word={MARK_STATES[state]} /> },
];
