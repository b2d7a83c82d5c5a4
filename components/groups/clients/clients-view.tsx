'use client';

import { Check, Hourglass, TriangleAlert } from 'lucide-react';
import type { Column } from '@/components/data-table/columns';
import { messageHref } from '@/components/parts/names';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { EmptyState } from '@/components/ui/empty-state';
import { Icon } from '@/components/ui/icon';
import { Link } from '@/components/ui/link';
import { formatCount, plural } from '@/components/ui/number.model';
import { RateValue } from '@/components/ui/rate';
import { sdkOf } from '@/components/ui/sdk.model';
import { Segmented } from '@/components/ui/segmented';
import { Stat } from '@/components/ui/stat';
import { StateBadge } from '@/components/ui/state-badge';
import { Countdown, RelativeTime, Time } from '@/components/ui/time';
import type { GroupClientsView, GroupClientView, HeldMessageView } from '@/lib/console/operations/groups/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadResult } from '@/lib/model/read-result';
import { known } from '@/lib/model/reading';
import { backoffOf, bySubscription, clientsSay, hoarderOf, presenceOf, sdksOf, settingsSay } from './clients.model';
import styles from './clients.module.css';
import { FilteredPanel } from './filtered-panel';
import { MendPanel } from './mend-panel';
import { SubscriptionCell } from './subscription-cell';

interface ClientsViewProps {
  readonly group: string;
  readonly initial: ReadResult<GroupClientsView>;
}

/** The consumers of all nodes, what each holds, and which left lately. */
export function ClientsView({ group, initial }: ClientsViewProps) {
  const url = useUrlParams();
  const clients = useLiveQuery(
    'groupClients',
    { group },
    { initial, live: { kinds: ['client', 'message', 'group', 'sample'], group } },
  );
  const data = clients.data ?? initial.data;
  const shown = url.get('show') ?? 'all';
  const connected = data.items.filter((client) => presenceOf(client) !== 'left');
  const left = data.items.filter((client) => presenceOf(client) === 'left');
  const lists = { left, connected, subscription: bySubscription(connected) };
  const rows = shown in lists ? lists[shown as keyof typeof lists] : data.items;
  const peeked = url.get('client');
  const chosen = data.items.find(({ client }) => client === peeked);
  const columns = columnsOf(data);
  const hoarder = hoarderOf(connected);
  const warning = settingsSay(data);
  return (
    <>
      {warning === null ? null : (
        <Banner tone="warning">
          <b>{warning}</b> The clients of an ordered group wait by themselves between tries.
        </Banner>
      )}
      <ClientStats connected={connected} />
      <section className="panel">
        <header>
          <h2>Clients</h2>
          <Segmented
            label="Which clients"
            value={shown}
            options={[
              { value: 'all', label: `All ${formatCount(data.items.length)}` },
              { value: 'connected', label: `Connected ${formatCount(connected.length)}` },
              { value: 'subscription', label: 'By subscription' },
              { value: 'left', label: `Left ${formatCount(left.length)}` },
            ]}
            onChange={(value) => url.set({ show: value === 'all' ? undefined : value })}
          />
          <span className="panel-end row small text-3">
            {clientsSay(data)}
            <ViewMenu list="clients" columns={columns} />
          </span>
        </header>
        <DataTable
          label="Clients"
          columns={columns}
          cols={url.get('cols')}
          rows={rows}
          rowId={({ client, node }) => `${client} ${node}`}
          rowQuiet={(client) => presenceOf(client) === 'left'}
          onOpen={({ client }) => url.set({ client: client === peeked ? undefined : client })}
          openLabel="Show what it holds"
          problem={<ReadProblem error={clients.error} onRetry={clients.retry} />}
          empty={
            <EmptyState kind="none-in-range" title={shown === 'left' ? 'None left' : 'None connected'}>
              {shown === 'left'
                ? 'No client of this group has left in the last 2 h, and none is on record as the last one.'
                : 'No consumer of this group is connected to any node. Ready messages wait until one connects.'}
            </EmptyState>
          }
          footer={
            <TableFooter
              shown={rows.length}
              total={known(data.total, clients.asOf ?? initial.asOf)}
              tookMs={clients.tookMs}
              asOf={clients.asOf}
            />
          }
        />
      </section>
      {data.differing === null ? null : <MendPanel group={group} differing={data.differing} />}
      <FilteredPanel topics={data.filteredOut} asOf={clients.asOf ?? initial.asOf} differs={data.differing !== null} />
      <p className="small text-3">
        The app version comes from failure reports; the protocol does not carry it.
        {data.clientsWait ? '' : ' The broker applies the back-off of this group, whichever version a client has.'}
      </p>
      {hoarder === null ? null : (
        <p className="small text-2">
          {hoarder.client} holds {formatCount(hoarder.holds)} of {formatCount(hoarder.of)}: it fetches more at a time
          than the others, or is slower.
        </p>
      )}
      {chosen === undefined ? null : <HeldPanel group={group} client={chosen} />}
    </>
  );
}

function ClientStats({ connected }: { readonly connected: readonly GroupClientView[] }) {
  const holds = connected.reduce((sum, client) => sum + client.holds, 0);
  const [longest] = connected
    .filter(({ heldSince }) => heldSince !== null)
    .toSorted((one, other) => ((one.heldSince ?? '') < (other.heldSince ?? '') ? -1 : 1));
  const known = (read: (client: GroupClientView) => GroupClientView['received']): number =>
    connected.reduce((sum, client) => {
      const reading = read(client);
      return sum + (reading.kind === 'unknown' ? 0 : reading.value);
    }, 0);
  const unread = connected.filter(({ received }) => received.kind === 'unknown').length;
  const note = unread === 0 ? 'last minute' : `last minute, ${plural(unread, 'client')} unknown`;
  const prefix = unread === 0 ? '' : '≥ ';
  return (
    <section className={`panel stats ${styles.strip}`} aria-label="Clients in figures">
      <Stat name="Connected" note="on all nodes">
        {formatCount(connected.length)}
      </Stat>
      <Stat name="They hold" note="messages in flight">
        {formatCount(holds)}
      </Stat>
      <Stat name="Held longest" note={longest?.client ?? 'nothing is held'}>
        {longest?.heldSince == null ? '—' : <RelativeTime at={longest.heldSince} />}
      </Stat>
      <Stat name="Received" note={note}>
        {prefix}
        {known(({ received }) => received).toFixed(1)} per s
      </Stat>
      <Stat name="Acknowledged" note={note}>
        {prefix}
        {known(({ acked }) => acked).toFixed(1)} per s
      </Stat>
      <Stat name="SDKs" note={sdksOf(connected) || 'none connected'}>
        {new Set(connected.map(sdkOf)).size}
      </Stat>
    </section>
  );
}

const columnsOf = (data: GroupClientsView): readonly Column<GroupClientView>[] => [
  {
    id: 'client',
    header: 'Client',
    clip: true,
    cell: ({ client, accessKey }) => (
      <span className="mono" title={accessKey === null ? client : `${client}, access key ${accessKey}`}>
        {client}
      </span>
    ),
  },
  { id: 'host', header: 'Host', hideNarrow: true, cell: ({ host }) => host },
  {
    id: 'sdk',
    header: 'SDK',
    cell: (client) => (
      <span title={client.kind === 'push' ? 'PushConsumer' : 'SimpleConsumer'}>
        {sdkOf(client)}
        {client.kind === 'push' ? '' : ', simple'}
      </span>
    ),
  },
  {
    id: 'subscription',
    header: 'Subscription',
    cut: true,
    cell: ({ subscriptions, leftAt }) => (
      <SubscriptionCell subscriptions={subscriptions} unknown={leftAt === null ? 'unknown' : '—'} />
    ),
  },
  {
    id: 'app',
    header: 'App version',
    clip: true,
    hideNarrow: true,
    cell: ({ appVersion }) => appVersion ?? <span className="text-3">unknown</span>,
  },
  {
    id: 'node',
    header: 'Node',
    hideNarrow: true,
    cell: ({ node }) => (
      <span className="mono text-2" title={node}>
        {node.slice(0, 8)}
      </span>
    ),
  },
  { id: 'since', header: 'Since', align: 'end', cell: ({ since }) => <Time at={since} /> },
  { id: 'holds', header: 'Holds', align: 'end', cell: ({ holds }) => formatCount(holds) },
  {
    id: 'longest',
    header: 'Longest',
    align: 'end',
    hideNarrow: true,
    cell: ({ heldSince }) => (heldSince === null ? '—' : <RelativeTime at={heldSince} />),
  },
  {
    id: 'received',
    header: 'Received/s',
    align: 'end',
    cell: (client) => (client.leftAt === null ? <RateValue reading={client.received} /> : '—'),
  },
  {
    id: 'acked',
    header: 'Acked/s',
    align: 'end',
    cell: (client) => (client.leftAt === null ? <RateValue reading={client.acked} /> : '—'),
  },
  { id: 'backoff', header: 'Back-off it has', cell: (client) => <Backoff client={client} data={data} /> },
];

const BACKOFF_MARKS = {
  current: { icon: Check, tone: 'fg-commit', words: 'in use' },
  older: { icon: Hourglass, tone: 'fg-waiting', words: 'an older version' },
  own: { icon: TriangleAlert, tone: 'fg-waiting', words: 'not as it is set' },
} as const;

/** The settings that it was last sent; of a client that is not there, that it is not. */
function Backoff({ client, data }: { readonly client: GroupClientView; readonly data: GroupClientsView }) {
  if (presenceOf(client) !== 'connected') return <Presence client={client} />;
  const { state, text } = backoffOf(client, data);
  if (state === 'unknown') return <span className="text-3">unknown</span>;
  const { icon, tone, words } = BACKOFF_MARKS[state];
  return (
    <span className={styles.backoff} title={`${words}: ${text}`}>
      <Icon of={icon} size={13} className={tone} /> {text}
      <span className="visually-hidden">, {words}</span>
    </span>
  );
}

function Presence({ client }: { readonly client: GroupClientView }) {
  const presence = presenceOf(client);
  if (presence === 'unknown') return <StateBadge state="unknown" />;
  return client.leftAt === null ? null : (
    <span className="text-2">
      left <Time at={client.leftAt} />
    </span>
  );
}

const heldColumns: readonly Column<HeldMessageView>[] = [
  {
    id: 'id',
    header: 'Message',
    cell: ({ messageId }) =>
      messageId === null ? (
        <span className="text-3">no longer kept</span>
      ) : (
        <Link href={messageHref(messageId)} prefetch={false} className="mono">
          {messageId.length > 20 ? `…${messageId.slice(-14)}` : messageId}
        </Link>
      ),
  },
  { id: 'key', header: 'Key', clip: true, cell: ({ key }) => key ?? <span className="text-3">none</span> },
  { id: 'topic', header: 'Topic', hideNarrow: true, cell: ({ topic }) => topic },
  { id: 'attempt', header: 'Delivery', align: 'end', cell: ({ attempt }) => attempt },
  { id: 'since', header: 'Held since', align: 'end', cell: ({ since }) => <Time at={since} withRelative /> },
  { id: 'ends', header: 'Lease ends', align: 'end', cell: ({ leaseEndsAt }) => <Countdown to={leaseEndsAt} /> },
];

function HeldPanel({ group, client }: { readonly group: string; readonly client: GroupClientView }) {
  const held = useLiveQuery(
    'heldMessages',
    { group, client: client.client },
    { live: { kinds: ['message', 'client'], group } },
  );
  return (
    <section className="panel">
      <header>
        <h2>
          {client.client} holds {formatCount(client.holds)}
        </h2>
        <span className="small text-3">longest first{client.holds > 50 ? ', the first 50' : ''}</span>
      </header>
      <DataTable
        label={`Messages that ${client.client} holds`}
        columns={heldColumns}
        rows={held.data}
        rowId={({ messageId, since }) => `${messageId} ${since}`}
        problem={<ReadProblem error={held.error} onRetry={held.retry} />}
        empty={
          <EmptyState kind="none-in-range" title="It holds nothing">
            Everything that it received is acknowledged, failed or released.
          </EmptyState>
        }
      />
    </section>
  );
}
