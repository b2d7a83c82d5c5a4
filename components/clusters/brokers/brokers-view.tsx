'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import { UsedBar } from '@/components/ui/level-mark';
import { formatBytes } from '@/components/ui/number.model';
import { PageHeader } from '@/components/ui/page-header';
import { AsOf, RelativeTime } from '@/components/ui/time';
import type { BrokerOfCluster, BrokersOfCluster } from '@/lib/console/operations/brokers/views';
import type { ReadData } from '@/lib/console/reads/registry';
import type { Reading } from '@/lib/model/reading';
import { pieces, t } from '@/lib/model/language/t';
import { formatShare } from '@/lib/model/share';
import type { ReadResult } from '@/lib/model/read-result';
import { BrokersBanner } from '../brokers-banner';
import { BrokerFigure, NotKnown } from '../figure';
import { brokersWords, movedWords, nearestOf, nearestWords, registeredWords, replicaWords } from './brokers.model';
import { callsColumn, CallsNote } from '../calls-made';
import { SettingsPanel } from './settings-panel';
import { TimerPanel } from './timer-panel';
import { Said } from '@/components/ui/said';

type NameServer = BrokersOfCluster['nameServers'][number];
type Replica = BrokersOfCluster['replicas'][number];

interface BrokersViewProps {
  readonly initial: ReadResult<ReadData<'clusterBrokers'>>;
  readonly mayNotChange: string | null;
}

/** The brokers and name servers of a cluster, and where brokers are set up differently. */
export function BrokersView({ initial, mayNotChange }: BrokersViewProps) {
  const query = useLiveQuery('clusterBrokers', {}, { initial, live: { kinds: ['sample'] } });
  const found = query.data ?? initial.data;
  return (
    <>
      <PageHeader title={t('Brokers')}>{brokersWords(found)}</PageHeader>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <BrokersBanner
        answered={found.brokers.length - found.silent.length}
        silent={found.silent}
        meaning={t(
          'Figures and settings of these brokers are unknown. Settings can be changed when all brokers respond.',
        )}
      />
      <section className="panel">
        <header>
          <h2>{t('Brokers')}</h2>
          <span className="panel-end">
            <AsOf at={query.asOf ?? initial.asOf} />
          </span>
        </header>
        <DataTable
          label={t('Brokers')}
          columns={[...brokerColumns(), callsColumn()]}
          rows={found.brokers}
          rowId={({ name }) => name}
          empty={
            <EmptyState kind="could-not-load" title={t('No broker known')}>
              {t('No name server has reported a broker yet.')}
            </EmptyState>
          }
        />
      </section>
      <CallsNote />
      {found.replicas.length === 0 ? null : (
        <section className="panel">
          <header>
            <h2>{t('Replicas')}</h2>
          </header>
          <DataTable
            label={t('Replicas')}
            columns={replicaColumns()}
            rows={found.replicas}
            rowId={({ broker, address }) => `${broker} ${address}`}
            empty={null}
          />
        </section>
      )}
      <section className="panel">
        <header>
          <h2>{t('Name servers')}</h2>
        </header>
        <DataTable
          label={t('Name servers')}
          columns={nameServerColumns()}
          rows={found.nameServers}
          rowId={({ address }) => address}
          empty={<EmptyState kind="none-ever">{t('No name server is set.')}</EmptyState>}
        />
      </section>
      <TimerPanel />
      <SettingsPanel found={found} mayNotChange={mayNotChange} onChanged={query.retry} />
    </>
  );
}

const brokerColumns = (): readonly Column<BrokerOfCluster>[] => [
  { id: 'name', header: t('Broker'), cut: true, cell: ({ name }) => <b>{name}</b> },
  {
    id: 'role',
    header: t('Role'),
    hideNarrow: true,
    cell: (row) => (row.role === null ? <Unknown of={row} /> : row.role),
  },
  {
    id: 'replicas',
    header: t('Replicas'),
    align: 'end',
    hideNarrow: true,
    cell: (row) => (row.awayWhy === null ? row.replicas : <Unknown of={row} />),
  },
  {
    id: 'address',
    header: t('Address'),
    cut: true,
    hideNarrow: true,
    cell: (row) => (
      <>
        {row.address === null ? <Unknown of={row} /> : <code>{row.address}</code>}
        {row.moved === null ? null : (
          <span className="small fg-waiting" title={movedWords(row.moved.from)}>
            {' '}
            <Said of={pieces('moved {time}', { time: <RelativeTime at={row.moved.at} /> })} />
          </span>
        )}
      </>
    ),
  },
  { id: 'version', header: t('Version'), cell: (row) => row.version ?? <Unknown of={row} /> },
  {
    id: 'started',
    header: t('Started'),
    cell: (row) => (row.startedAt === null ? <Unknown of={row} /> : <RelativeTime at={row.startedAt} />),
  },
  { id: 'in', header: t('In/s'), align: 'end', cell: ({ inPerSecond }) => <BrokerFigure reading={inPerSecond} /> },
  { id: 'out', header: t('Out/s'), align: 'end', cell: ({ outPerSecond }) => <BrokerFigure reading={outPerSecond} /> },
  {
    id: 'disk',
    header: t('Disk'),
    align: 'end',
    cell: ({ marks }) => {
      const disk = marks.find(({ mark }) => mark === 'disk')?.value;
      if (disk === undefined) return null;
      return disk.kind === 'unknown' ? <NotKnown reading={disk} /> : formatShare(disk.value / 100);
    },
  },
  { id: 'nearest', header: t('Closest limit, used'), cut: true, cell: (row) => <Nearest of={row} /> },
];

const replicaColumns = (): readonly Column<Replica>[] => [
  { id: 'address', header: t('Replica'), cut: true, cell: ({ address }) => <code>{address}</code> },
  { id: 'broker', header: t('Master'), cut: true, cell: ({ broker }) => broker },
  {
    id: 'state',
    header: t('State'),
    cell: (replica) => (
      <span className={replica.isInSync === true ? 'text-2' : 'fg-waiting'}>{replicaWords(replica)}</span>
    ),
  },
  { id: 'behind', header: t('Behind'), align: 'end', cell: ({ behindBytes }) => <Bytes reading={behindBytes} /> },
  { id: 'rate', header: t('Copied/s'), align: 'end', cell: ({ bytesPerSecond }) => <Bytes reading={bytesPerSecond} /> },
];

const nameServerColumns = (): readonly Column<NameServer>[] => [
  { id: 'address', header: t('Address'), cut: true, cell: ({ address }) => <code>{address}</code> },
  {
    id: 'version',
    header: t('Version'),
    cell: ({ version, problem }) =>
      version ?? <NotKnown reading={{ kind: 'unknown', since: null, reason: problem ?? t('not reported') }} />,
  },
  {
    id: 'brokers',
    header: t('Registered brokers'),
    cell: (server) => (
      <span className={server.lacks.length === 0 ? undefined : 'fg-waiting'}>{registeredWords(server)}</span>
    ),
  },
  {
    id: 'state',
    header: t('State'),
    cut: true,
    cell: ({ problem }) =>
      problem === null ? <span className="text-2">{t('responding')}</span> : <span className="fg-dlq">{problem}</span>,
  },
];

/** Never 0, and never empty: why it is unknown is on hover. */
function Unknown({ of: { awayWhy } }: { readonly of: BrokerOfCluster }) {
  return <NotKnown reading={{ kind: 'unknown', since: null, reason: awayWhy ?? t('not reported') }} />;
}

function Bytes({ reading }: { readonly reading: Reading<number> }) {
  return reading.kind === 'unknown' ? <NotKnown reading={reading} /> : formatBytes(reading.value);
}

function Nearest({ of }: { readonly of: BrokerOfCluster }) {
  const nearest = nearestOf(of);
  if (nearest?.share == null || nearest.share.kind === 'unknown') return <Unknown of={of} />;
  return (
    <>
      <UsedBar share={nearest.share.value} state={nearest.state} />{' '}
      <span className="small text-2">{nearestWords(nearest)}</span>
    </>
  );
}
