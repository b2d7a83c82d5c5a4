'use client';

import { FiguresLine, NamedFigure } from '@/components/groups/figures-line';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount, plural } from '@/components/ui/number.model';
import { Segmented } from '@/components/ui/segmented';
import { RelativeTime } from '@/components/ui/time';
import type { GroupClientsView, GroupClientView } from '@/lib/console/operations/groups/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadResult } from '@/lib/model/read-result';
import { known } from '@/lib/model/reading';
import { columnsOf } from './client-columns';
import { bySubscription, clientName, clientsSay, hoarderOf, presenceOf, sdksOf, settingsSay } from './clients.model';
import { DifferingLead } from './differing-lead';
import { FilteredPanel } from './filtered-panel';
import { HeldPanel } from './held-panel';
import { MendPanel } from './mend-panel';

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
      {data.differing === null ? null : <DifferingLead group={group} differing={data.differing} />}
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
          openLabel="Show its ID and the messages in progress"
          problem={readProblem(clients)}
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
        Application: the access key of the client, with the version that its failure reports carry. The client ID is in
        the details of its row.
        {data.clientsWait ? '' : ' The broker applies the back-off of this group, whichever version a client has.'}
      </p>
      {hoarder === null ? null : (
        <p className="small text-2">
          {clientName(hoarder)} holds {formatCount(hoarder.holds)} of {formatCount(hoarder.of)}: it fetches more at a
          time than the others, or is slower.
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
  const prefix = unread === 0 ? '' : 'at least ';
  return (
    <section className="panel panel-body">
      <FiguresLine label="Clients in figures">
        <NamedFigure name="Connected">{formatCount(connected.length)}</NamedFigure>
        <NamedFigure name="Messages in progress">{formatCount(holds)}</NamedFigure>
        <NamedFigure name="Longest in progress" title={longest?.client}>
          {longest?.heldSince == null ? 'none' : <RelativeTime at={longest.heldSince} />}
        </NamedFigure>
        <NamedFigure name="Received" title={note}>
          {prefix}
          {known(({ received }) => received).toFixed(1)}/s
        </NamedFigure>
        <NamedFigure name="Committed" title={note}>
          {prefix}
          {known(({ acked }) => acked).toFixed(1)}/s
        </NamedFigure>
        <NamedFigure name="SDKs">{sdksOf(connected) || 'none connected'}</NamedFigure>
      </FiguresLine>
    </section>
  );
}
