'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/time';
import type { PeerLoad } from '@/lib/console/operations/brokers/views';
import { BrokerFigure } from '../figure';

/** Who belongs to the cluster, whether it answers, and how many messages go through it. */
export function PeersPanel({ peers }: { readonly peers: readonly PeerLoad[] }) {
  const proxies = peers.filter(({ kind }) => kind === 'proxy').length;
  return (
    <section className="panel">
      <header>
        <h2>Brokers and proxies</h2>
        <span className="small text-3">
          {proxies === 0 ? 'no proxy had a client lately; brokers do not list them' : 'proxies as their clients showed'}
        </span>
      </header>
      <DataTable
        label="Brokers and proxies"
        columns={columns}
        rows={peers}
        rowId={({ kind, name }) => `${kind} ${name}`}
        empty={
          <EmptyState kind="could-not-load" title="No broker is known">
            No name server has named a broker yet.
          </EmptyState>
        }
      />
    </section>
  );
}

const columns: readonly Column<PeerLoad>[] = [
  { id: 'name', header: 'Name', cut: true, cell: ({ name }) => <b>{name}</b> },
  { id: 'kind', header: 'Kind', hideNarrow: true, cell: ({ kind }) => kind },
  { id: 'state', header: 'State', cut: true, cell: (peer) => <State peer={peer} /> },
  {
    id: 'in',
    header: 'Stored/s',
    align: 'end',
    cell: ({ inPerSecond }) => <BrokerFigure reading={inPerSecond} />,
  },
  {
    id: 'out',
    header: 'Handed out/s',
    align: 'end',
    cell: ({ outPerSecond }) => <BrokerFigure reading={outPerSecond} />,
  },
  {
    id: 'calls',
    header: 'Calls of this console/s',
    align: 'end',
    hideNarrow: true,
    cell: ({ callsPerSecond }) => <BrokerFigure reading={callsPerSecond} />,
  },
];

function State({ peer: { awaySince, awayWhy, unwellWhy } }: { readonly peer: PeerLoad }) {
  if (awayWhy !== null)
    return (
      <span className="fg-dlq" title={awayWhy}>
        {awaySince === null ? (
          'does not answer'
        ) : (
          <>
            away since <RelativeTime at={awaySince} />
          </>
        )}
        : {awayWhy}
      </span>
    );
  return unwellWhy === null ? <span className="text-2">answers</span> : <span className="fg-waiting">{unwellWhy}</span>;
}
