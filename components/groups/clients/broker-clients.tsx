'use client';

import { useState } from 'react';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useReadByHand } from '@/components/live/use-asked-read';
import { useLiveQuery } from '@/components/live/use-live-query';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Stat } from '@/components/ui/stat';
import { Time } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import { settingWords } from '@/lib/model/group/group-settings';
import { notOffered } from '@/lib/model/reading';
import type { ReadResult } from '@/lib/model/read-result';
import { MendPanel } from './mend-panel';
import { SubscriptionCell } from './subscription-cell';
import { clientColumn } from '@/components/clusters/client-column';
import { kindWords } from '@/components/clusters/cluster-words.model';
import { BrokerFigure } from '@/components/clusters/figure';
import { AssignmentsPanel } from './assignments-panel';
import { notAskedWhy } from './holds.model';
import { DifferingLead } from './differing-lead';
import { HoldsPanel } from './holds-panel';

interface ClientsViewProps {
  readonly group: string;
  readonly initial: ReadResult<ReadData<'brokerClients'>>;
}

type ClientRow = ReadData<'brokerClients'>['clients'][number];

/** Who consumes, as brokers and proxies tell. */
export function BrokerClients({ group, initial }: ClientsViewProps) {
  const query = useLiveQuery('brokerClients', { group }, { initial, live: { kinds: ['group'], group } });
  const { clients, grpc, remoting, backoff, kind, differing } = query.data ?? initial.data;
  const { policy, problem, changedAt, followedFrom, asOf } = backoff;
  const { found, error, isRunning, ask } = useReadByHand('clientHolds');
  const [askedId, setAskedId] = useState<string | null>(null);
  const askFor = (clientId: string, withStack = false) => {
    setAskedId(clientId);
    ask({ group, clientId, ...(withStack ? { withStack: 'true' } : {}) });
  };
  return (
    <>
      {differing === null ? null : <DifferingLead group={group} differing={differing} />}
      <section className="panel stats" aria-label="Clients in figures">
        <Stat name="5.x" note="over gRPC, as proxies tell">
          <BrokerFigure reading={grpc} />
        </Stat>
        <Stat name="4.x" note="at the brokers">
          <BrokerFigure reading={remoting} />
        </Stat>
        <Stat name="Kind" note="by the clients connected now">
          {kindWords[kind]}
        </Stat>
        <Stat name="Back-off of the group" note={problem ?? 'rules 5.x clients only'}>
          {policy === null ? '—' : settingWords('retryPolicy', policy)}
        </Stat>
      </section>
      <section className="panel">
        <header>
          <h2>Clients</h2>
        </header>
        <DataTable
          label={`Clients of ${group}`}
          columns={[...columns, holdsColumn(askFor)]}
          rows={clients}
          rowId={({ clientId }) => clientId}
          problem={readProblem(query)}
          empty={
            grpc.kind === 'unknown' || remoting.kind === 'unknown' ? (
              <EmptyState kind="could-not-load" title="Not known">
                {grpc.kind === 'unknown' ? grpc.reason : remoting.kind === 'unknown' ? remoting.reason : ''}
              </EmptyState>
            ) : (
              <EmptyState kind="none-in-range" title="No client is connected">
                No broker and no proxy knows a consumer of this group.
              </EmptyState>
            )
          }
        />
      </section>
      {clients.some(({ protocol }) => protocol === 'remoting') ? <AssignmentsPanel key={group} group={group} /> : null}
      {differing === null ? null : <MendPanel group={group} differing={differing} />}
      {askedId === null ? null : (
        <HoldsPanel
          clientId={askedId}
          holds={found?.clientId === askedId ? found : null}
          error={error}
          isRunning={isRunning}
          onAsk={(withStack) => askFor(askedId, withStack)}
        />
      )}
      <p className="small text-3 prose">
        {followedFrom === null || asOf >= followedFrom ? null : (
          <>
            {changedAt === null ? (
              'This console has not watched the group for long enough'
            ) : (
              <>
                The back-off was changed at <Time at={changedAt} /> at the latest
              </>
            )}
            : until <Time at={followedFrom} /> a connected 5.x client may use an earlier one.{' '}
          </>
        )}
        A proxy tells of each 5.x client every 10 s; one that is silent for 60 s is gone. It does not tell the back-off
        of the client: a push consumer asks for the settings of its group when it connects and every 5 minutes, and has
        a change 6 minutes after it. 4.x clients use the retries that they are set to themselves.
      </p>
    </>
  );
}

const holdsColumn = (onAsk: (clientId: string) => void): Column<ClientRow> => ({
  id: 'holds',
  header: 'Holds',
  align: 'end',
  fixed: true,
  cell: ({ clientId, protocol }) => {
    const why = notAskedWhy(protocol);
    return why === null ? (
      <Button size="small" onClick={() => onAsk(clientId)}>
        What it holds
      </Button>
    ) : (
      <BrokerFigure reading={notOffered<number>(why)} />
    );
  },
});

const columns: readonly Column<ClientRow>[] = [
  clientColumn,
  { id: 'host', header: 'Host', cut: true, cell: ({ host, address }) => host ?? address },
  {
    id: 'sdk',
    header: 'SDK',
    cell: ({ protocol, language, version, type }) => (
      <span title={protocol === 'grpc' ? 'over gRPC' : 'over remoting'}>
        {language} {version}
        {type === 'simple' ? ', simple' : ''}
      </span>
    ),
  },
  {
    id: 'backoff',
    header: 'Back-off',
    cell: ({ backoff }) =>
      backoff.kind === 'unknown' ? (
        <span className="text-3" title={backoff.reason}>
          {backoff.notOffered === true ? 'not the group’s' : 'not known'}
        </span>
      ) : (
        settingWords('retryPolicy', backoff.value)
      ),
  },
  {
    id: 'via',
    header: 'Through',
    cut: true,
    hideNarrow: true,
    cell: ({ proxy, brokers }) => proxy ?? brokers.join(', '),
  },
  {
    id: 'topics',
    header: 'Subscription',
    cut: true,
    cell: ({ subscriptions }) => <SubscriptionCell subscriptions={subscriptions} unknown="not said yet" />,
  },
  {
    id: 'seen',
    header: 'Last seen',
    align: 'end',
    hideNarrow: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
];
