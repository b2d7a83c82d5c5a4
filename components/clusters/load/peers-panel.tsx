'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/time';
import type { PeerLoad } from '@/lib/console/operations/brokers/views';
import { CallsMade } from '../calls-made';
import { BrokerFigure } from '../figure';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** The brokers and proxies of the cluster, whether they respond, and how many messages go through them. */
export function PeersPanel({ peers }: { readonly peers: readonly PeerLoad[] }) {
  const proxies = peers.filter(({ kind }) => kind === 'proxy').length;
  return (
    <section className="panel">
      <header>
        <h2>{t('Brokers and proxies')}</h2>
        <span className="small text-3">
          {proxies === 0
            ? t('proxies appear here when they have clients: brokers do not list them')
            : t('proxies are known from their clients')}
        </span>
      </header>
      <DataTable
        label={t('Brokers and proxies')}
        columns={columnsOf()}
        rows={peers}
        rowId={({ kind, name }) => `${kind} ${name}`}
        empty={
          <EmptyState kind="could-not-load" title={t('No broker known')}>
            {t('No name server has reported a broker yet.')}
          </EmptyState>
        }
      />
    </section>
  );
}

const columnsOf = (): readonly Column<PeerLoad>[] => [
  { id: 'name', header: t('Name'), cut: true, cell: ({ name }) => <b>{name}</b> },
  {
    id: 'kind',
    header: t('Kind'),
    hideNarrow: true,
    cell: ({ kind }) => (kind === 'proxy' ? t('proxy') : t('broker')),
  },
  { id: 'state', header: t('State'), cut: true, cell: (peer) => <State peer={peer} /> },
  {
    id: 'in',
    header: t('Stored/s'),
    align: 'end',
    cell: ({ inPerSecond }) => <BrokerFigure reading={inPerSecond} />,
  },
  {
    id: 'out',
    header: t('Delivered/s'),
    align: 'end',
    cell: ({ outPerSecond }) => <BrokerFigure reading={outPerSecond} />,
  },
  {
    id: 'calls',
    header: t('Calls of this console/s'),
    align: 'end',
    hideNarrow: true,
    cell: (peer) => <CallsMade calls={peer} />,
  },
];

function State({ peer: { awaySince, awayWhy, unwellWhy } }: { readonly peer: PeerLoad }) {
  if (awayWhy !== null)
    return (
      <span className="fg-dlq" title={awayWhy}>
        {awaySince === null ? (
          t('not responding: {reason}', { reason: awayWhy })
        ) : (
          <Said
            of={pieces('not responding since {time}: {reason}', {
              ...{ time: <RelativeTime at={awaySince} />, reason: awayWhy },
            })}
          />
        )}
      </span>
    );
  if (unwellWhy !== null) return <span className="fg-waiting">{unwellWhy}</span>;
  return <span className="text-2">{t('responding')}</span>;
}
