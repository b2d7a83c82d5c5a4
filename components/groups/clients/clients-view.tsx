'use client';

import { FiguresLine, NamedFigure } from '@/components/groups/figures-line';
import { DataTable } from '@/components/data-table/data-table';
import { TableFooter } from '@/components/data-table/table-footer';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Banner } from '@/components/ui/banner';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { Segmented } from '@/components/ui/segmented';
import { RelativeTime } from '@/components/ui/time';
import type { GroupClientsView, GroupClientView } from '@/lib/console/operations/groups/views';
import { ViewMenu } from '@/components/views/view-menu';
import type { ReadResult } from '@/lib/model/read-result';
import { formatRate } from '@/lib/model/rate';
import { known } from '@/lib/model/reading';
import { columnsOf } from './client-columns';
import { bySubscription, clientName, clientsSay, hoarderOf, presenceOf, sdksOf, settingsSay } from './clients.model';
import { DifferingLead } from './differing-lead';
import { FilteredPanel } from './filtered-panel';
import { HeldPanel } from './held-panel';
import { MendPanel } from './mend-panel';
import { between, t } from '@/lib/model/language/t';
import { sentences } from '@/lib/model/language/list';

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
          <b>{warning}</b>
          {between()}
          {t('Clients of an ordered group wait between attempts themselves.')}
        </Banner>
      )}
      <ClientStats connected={connected} />
      <section className="panel">
        <header>
          <h2>{t('Clients')}</h2>
          <Segmented
            label={t('Which clients')}
            value={shown}
            options={[
              { value: 'all', label: t('All {count, number}', { count: data.items.length }) },
              { value: 'connected', label: t('Connected {count, number}', { count: connected.length }) },
              { value: 'subscription', label: t('By subscription') },
              { value: 'left', label: t('Left {count, number}', { count: left.length }) },
            ]}
            onChange={(value) => url.set({ show: value === 'all' ? undefined : value })}
          />
          <span className="panel-end row small text-3">
            {clientsSay(data)}
            <ViewMenu list="clients" columns={columns} />
          </span>
        </header>
        <DataTable
          label={t('Clients')}
          columns={columns}
          cols={url.get('cols')}
          rows={rows}
          rowId={({ client, node }) => `${client} ${node}`}
          rowQuiet={(client) => presenceOf(client) === 'left'}
          onOpen={({ client }) => url.set({ client: client === peeked ? undefined : client })}
          openLabel={t('Show the client ID and the messages in progress')}
          problem={readProblem(clients)}
          empty={
            <EmptyState kind="none-in-range" title={shown === 'left' ? t('None left') : t('None connected')}>
              {shown === 'left'
                ? t('No client of this group left in the last 2 h, and none is recorded as the last one.')
                : t('No consumer of this group is connected to any node. Ready messages wait until one connects.')}
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
        {sentences(
          t(
            `Application is the access key of the client, with the version from its failure reports. The client ID is
            in the details of its row.`,
          ),
          data.clientsWait
            ? ''
            : t('The broker applies the retry interval of this group, whichever version a client has.'),
        )}
      </p>
      {hoarder === null ? null : (
        <p className="small text-2">
          {t(
            `{client} has {count, number} of {all, number} messages in progress: it fetches more at a time than the
            others, or is slower.`,
            { client: clientName(hoarder), count: hoarder.holds, all: hoarder.of },
          )}
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
  const note =
    unread === 0
      ? t('last minute')
      : t('last minute, {count, plural, one {# client} other {# clients}} unknown', { count: unread });
  const rateOf = (rate: number): string => {
    const shown = formatRate(rate);
    return unread === 0 ? shown : t('at least {amount}', { amount: shown });
  };
  return (
    <section className="panel panel-body">
      <FiguresLine label={t('Clients in figures')}>
        <NamedFigure name={t('Connected')}>{formatCount(connected.length)}</NamedFigure>
        <NamedFigure name={t('Messages in progress')}>{formatCount(holds)}</NamedFigure>
        <NamedFigure name={t('Oldest in progress')} title={longest?.client}>
          {longest?.heldSince == null ? t('none') : <RelativeTime at={longest.heldSince} />}
        </NamedFigure>
        <NamedFigure name={t('Receive rate')} title={note}>
          {rateOf(known(({ received }) => received))}
        </NamedFigure>
        <NamedFigure name={t('Commit rate')} title={note}>
          {rateOf(known(({ acked }) => acked))}
        </NamedFigure>
        <NamedFigure name={t('SDKs')}>{sdksOf(connected) || t('none connected')}</NamedFigure>
      </FiguresLine>
    </section>
  );
}
