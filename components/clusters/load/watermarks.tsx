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
import { t } from '@/lib/model/language/t';

interface WatermarksProps {
  readonly peers: readonly PeerLoad[];
  readonly asOf: string;
}

/** The levels that each broker measures, and from where on it refuses. */
export function Watermarks({ peers, asOf }: WatermarksProps) {
  return (
    <section className="panel">
      <header>
        <h2>{t('Watermarks')}</h2>
        <span className="small text-3">{t('highest limit usage first')}</span>
        <span className="panel-end">
          <AsOf at={asOf} />
        </span>
      </header>
      <DataTable
        label={t('Watermarks')}
        columns={columnsOf()}
        rows={markRows(peers)}
        rowId={({ id }) => id}
        rowQuiet={({ state }) => state === 'none' || state === 'untold'}
        empty={
          <EmptyState kind="could-not-load" title={t('No broker known')}>
            {t('No name server has reported a broker yet.')}
          </EmptyState>
        }
      />
      <footer>
        {metricsWords(peers).map((words) => (
          <p key={words}>{words}</p>
        ))}
        {t(
          `Brokers of a cluster have no limits by topic, group or client: an overloaded broker refuses requests, and
          producers retry.`,
        )}
      </footer>
    </section>
  );
}

const nothing = <span className="text-3">—</span>;

const columnsOf = (): readonly Column<MarkRow>[] => [
  { id: 'broker', header: t('Broker'), cut: true, cell: ({ broker }) => <b>{broker}</b> },
  { id: 'mark', header: t('Level'), cut: true, cell: ({ says }) => says },
  {
    id: 'now',
    header: t('Current'),
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
    header: t('Refuses from'),
    align: 'end',
    cell: ({ line, unit }) => (line === null ? nothing : markAmount(line, unit)),
  },
  {
    id: 'used',
    header: t('Used'),
    hideNarrow: true,
    cell: ({ share, state }) =>
      share === null || share.kind === 'unknown' ? nothing : <UsedBar share={share.value} state={state} />,
  },
  {
    id: 'then',
    header: t('Effect'),
    cut: true,
    hideNarrow: true,
    cell: ({ beyond }) => <span className="text-2">{beyond === '' ? t('refuses nothing') : beyond}</span>,
  },
  {
    id: 'source',
    header: t('Source'),
    hideNarrow: true,
    cell: ({ source }) => <span className="text-2">{source}</span>,
  },
  { id: 'state', header: t('State'), cell: ({ state }) => <LevelState state={state} word={t(MARK_STATES[state])} /> },
];
