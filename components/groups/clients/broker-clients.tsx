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
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { enumerated } from '@/lib/model/language/list';

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
      <section className="panel stats" aria-label={t('Clients in figures')}>
        <Stat name="5.x" note={t('over gRPC, reported by the proxies')}>
          <BrokerFigure reading={grpc} />
        </Stat>
        <Stat name="4.x" note={t('reported by the brokers')}>
          <BrokerFigure reading={remoting} />
        </Stat>
        <Stat name={t('Kind')} note={t('by the clients connected now')}>
          {t(kindWords[kind])}
        </Stat>
        <Stat name={t('Retry interval of the group')} note={problem ?? t('applies to 5.x clients only')}>
          {policy === null ? '—' : settingWords('retryPolicy', policy)}
        </Stat>
      </section>
      <section className="panel">
        <header>
          <h2>{t('Clients')}</h2>
        </header>
        <DataTable
          label={t('Clients of {group}', { group })}
          columns={[...columnsOf(), holdsColumn(askFor)]}
          rows={clients}
          rowId={({ clientId }) => clientId}
          problem={readProblem(query)}
          empty={
            grpc.kind === 'unknown' || remoting.kind === 'unknown' ? (
              <EmptyState kind="could-not-load" title={t('Unknown')}>
                {grpc.kind === 'unknown' ? grpc.reason : remoting.kind === 'unknown' ? remoting.reason : ''}
              </EmptyState>
            ) : (
              <EmptyState kind="none-in-range" title={t('No client is connected')}>
                {t('No broker and no proxy reports a consumer of this group.')}
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
            <Said
              of={
                changedAt === null
                  ? pieces(
                      `This console has not observed the group for long enough: until {until} a connected 5.x client
                      may use an earlier retry interval.`,
                      { until: <Time at={followedFrom} /> },
                    )
                  : pieces(
                      `The retry interval was changed at {time} at the latest: until {until} a connected 5.x client
                      may use an earlier one.`,
                      { time: <Time at={changedAt} />, until: <Time at={followedFrom} /> },
                    )
              }
            />
            {between()}
          </>
        )}
        {t(
          `A proxy reports each 5.x client every 10 s; a client that is silent for 60 s is considered disconnected.
          It does not report the retry interval of the client: a push consumer requests the settings of its group
          when it connects and every 5 minutes, so a change reaches it within 6 minutes. 4.x clients use their own
          retry settings.`,
        )}
      </p>
    </>
  );
}

const holdsColumn = (onAsk: (clientId: string) => void): Column<ClientRow> => ({
  id: 'holds',
  header: t('In progress'),
  align: 'end',
  fixed: true,
  cell: ({ clientId, protocol }) => {
    const why = notAskedWhy(protocol);
    return why === null ? (
      <Button size="small" onClick={() => onAsk(clientId)}>
        {t('Query messages in progress')}
      </Button>
    ) : (
      <BrokerFigure reading={notOffered<number>(why)} />
    );
  },
});

const columnsOf = (): readonly Column<ClientRow>[] => [
  clientColumn(),
  { id: 'host', header: t('Host'), cut: true, cell: ({ host, address }) => host ?? address },
  {
    id: 'sdk',
    header: 'SDK',
    cell: ({ protocol, language, version, type }) => (
      <span title={protocol === 'grpc' ? t('over gRPC') : t('over Remoting')}>
        {language} {version}
        {type === 'simple' ? ', SimpleConsumer' : ''}
      </span>
    ),
  },
  {
    id: 'backoff',
    header: t('Retry interval'),
    cell: ({ backoff }) =>
      backoff.kind === 'unknown' ? (
        <span className="text-3" title={backoff.reason}>
          {backoff.notOffered === true ? t('own settings') : t('unknown')}
        </span>
      ) : (
        settingWords('retryPolicy', backoff.value)
      ),
  },
  {
    id: 'via',
    header: t('Connected through'),
    cut: true,
    hideNarrow: true,
    cell: ({ proxy, brokers }) => proxy ?? enumerated(brokers),
  },
  {
    id: 'topics',
    header: t('Subscription'),
    cut: true,
    cell: ({ subscriptions }) => <SubscriptionCell subscriptions={subscriptions} unknown={t('not reported yet')} />,
  },
  {
    id: 'seen',
    header: t('Last seen'),
    align: 'end',
    hideNarrow: true,
    cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
  },
];
