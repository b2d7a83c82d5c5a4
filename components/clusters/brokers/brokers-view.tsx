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
import { t } from '@/lib/model/language/t';
import { formatShare } from '@/lib/model/share';
import type { ReadResult } from '@/lib/model/read-result';
import { BrokersBanner } from '../brokers-banner';
import { BrokerFigure, NotKnown } from '../figure';
import { brokersWords, movedWords, nearestOf, nearestWords, registeredWords, replicaWords } from './brokers.model';
import { SettingsPanel } from './settings-panel';
import { TimerPanel } from './timer-panel';

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
      <PageHeader title="Brokers">{brokersWords(found)}</PageHeader>
      <ReadProblem error={query.error} onRetry={query.retry} />
      <BrokersBanner
        answered={found.brokers.length - found.silent.length}
        silent={found.silent}
        meaning="Their figures and settings are unknown. Settings can be changed when all brokers answer."
      />
      <section className="panel">
        <header>
          <h2>Brokers</h2>
          <span className="panel-end">
            <AsOf at={query.asOf ?? initial.asOf} />
          </span>
        </header>
        <DataTable
          label="Brokers"
          columns={brokerColumns}
          rows={found.brokers}
          rowId={({ name }) => name}
          empty={
            <EmptyState kind="could-not-load" title="No broker is known">
              No name server has named a broker yet.
            </EmptyState>
          }
        />
      </section>
      {found.replicas.length === 0 ? null : (
        <section className="panel">
          <header>
            <h2>Replicas</h2>
          </header>
          <DataTable
            label="Replicas"
            columns={replicaColumns}
            rows={found.replicas}
            rowId={({ broker, address }) => `${broker} ${address}`}
            empty={null}
          />
        </section>
      )}
      <section className="panel">
        <header>
          <h2>Name servers</h2>
        </header>
        <DataTable
          label="Name servers"
          columns={nameServerColumns}
          rows={found.nameServers}
          rowId={({ address }) => address}
          empty={<EmptyState kind="none-ever">No name server is set.</EmptyState>}
        />
      </section>
      <TimerPanel />
      <SettingsPanel found={found} mayNotChange={mayNotChange} onChanged={query.retry} />
    </>
  );
}

const brokerColumns: readonly Column<BrokerOfCluster>[] = [
  { id: 'name', header: 'Broker', cut: true, cell: ({ name }) => <b>{name}</b> },
  {
    id: 'role',
    header: 'Role',
    hideNarrow: true,
    cell: (row) => (row.role === null ? <Unknown of={row} /> : row.role),
  },
  {
    id: 'replicas',
    header: 'Replicas',
    align: 'end',
    hideNarrow: true,
    cell: (row) => (row.awayWhy === null ? row.replicas : <Unknown of={row} />),
  },
  {
    id: 'address',
    header: 'Address',
    cut: true,
    hideNarrow: true,
    cell: (row) => (
      <>
        {row.address === null ? <Unknown of={row} /> : <code>{row.address}</code>}
        {row.moved === null ? null : (
          <span className="small fg-waiting" title={movedWords(row.moved.from)}>
            {' '}
            {t('moved')} <RelativeTime at={row.moved.at} />
          </span>
        )}
      </>
    ),
  },
  { id: 'version', header: 'Version', cell: (row) => row.version ?? <Unknown of={row} /> },
  {
    id: 'started',
    header: 'Started',
    cell: (row) => (row.startedAt === null ? <Unknown of={row} /> : <RelativeTime at={row.startedAt} />),
  },
  { id: 'in', header: 'In/s', align: 'end', cell: ({ inPerSecond }) => <BrokerFigure reading={inPerSecond} /> },
  { id: 'out', header: 'Out/s', align: 'end', cell: ({ outPerSecond }) => <BrokerFigure reading={outPerSecond} /> },
  {
    id: 'disk',
    header: 'Disk',
    align: 'end',
    cell: ({ marks }) => {
      const disk = marks.find(({ mark }) => mark === 'disk')?.value;
      if (disk === undefined) return null;
      return disk.kind === 'unknown' ? <NotKnown reading={disk} /> : formatShare(disk.value / 100);
    },
  },
  { id: 'nearest', header: 'Nearest limit, used', cut: true, cell: (row) => <Nearest of={row} /> },
];

const replicaColumns: readonly Column<Replica>[] = [
  { id: 'address', header: 'Replica', cut: true, cell: ({ address }) => <code>{address}</code> },
  { id: 'broker', header: 'Master', cut: true, cell: ({ broker }) => broker },
  {
    id: 'state',
    header: 'State',
    cell: (replica) => (
      <span className={replica.isInSync === true ? 'text-2' : 'fg-waiting'}>{replicaWords(replica)}</span>
    ),
  },
  { id: 'behind', header: 'Behind', align: 'end', cell: ({ behindBytes }) => <Bytes reading={behindBytes} /> },
  { id: 'rate', header: 'Copied/s', align: 'end', cell: ({ bytesPerSecond }) => <Bytes reading={bytesPerSecond} /> },
];

const nameServerColumns: readonly Column<NameServer>[] = [
  { id: 'address', header: 'Address', cut: true, cell: ({ address }) => <code>{address}</code> },
  {
    id: 'version',
    header: 'Version',
    cell: ({ version, problem }) =>
      version ?? <NotKnown reading={{ kind: 'unknown', since: null, reason: problem ?? 'not reported' }} />,
  },
  {
    id: 'brokers',
    header: 'Registered brokers',
    cell: (server) => (
      <span className={server.lacks.length === 0 ? undefined : 'fg-waiting'}>{registeredWords(server)}</span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cut: true,
    cell: ({ problem }) =>
      problem === null ? <span className="text-2">responds</span> : <span className="fg-dlq">{problem}</span>,
  },
];

/** Never 0, and never empty: why it is unknown is on hover. */
function Unknown({ of: { awayWhy } }: { readonly of: BrokerOfCluster }) {
  return <NotKnown reading={{ kind: 'unknown', since: null, reason: awayWhy ?? 'not reported' }} />;
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
