'use client';

import { sayIn } from '@/lib/model/duration';
import { Link } from '@/components/ui/link';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { topicHref } from '@/components/parts/names';
import { ManagedNote } from '@/components/parts/managed-note';
import { ButtonLink } from '@/components/ui/button';
import { DrainValue } from '@/components/ui/drain';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { RateValue } from '@/components/ui/rate';
import { formatRate } from '@/lib/model/rate';
import { ReadingValue } from '@/components/ui/reading';
import { sdkOf } from '@/lib/model/group/sdk';
import { Stat } from '@/components/ui/stat';
import { AsOf, RelativeTime, Time } from '@/components/ui/time';
import type { PartView, TopicBacklogView } from '@/lib/console/operations/groups/views';
import type {
  TopicClientView,
  TopicQueueView,
  TopicReaderView,
  TopicView as Topic,
} from '@/lib/console/operations/topics/views';
import type { ReadResult } from '@/lib/model/read-result';
import { unknown } from '@/lib/model/reading';
import { DecoderPanel } from './decoder-panel';
import { ProducersPanel } from './producers-panel';
import { FlowChart } from './flow-chart';
import { clientWords } from './topic.model';
import { between, pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

/** What is in a topic, which clients send to it, which groups consume it. */
export function TopicView({
  initial,
  sampled,
  mayNotChange,
}: {
  readonly initial: ReadResult<Topic>;
  readonly sampled: ReadResult<TopicBacklogView>;
  readonly mayNotChange: string | null;
}) {
  const read = useLiveQuery(
    'topic',
    { topic: initial.data.name },
    { initial, live: { kinds: ['topic', 'group', 'message', 'client'] } },
  );
  const backlog = useLiveQuery(
    'topicBacklog',
    { topic: initial.data.name },
    { initial: sampled, live: { kinds: ['sample'] } },
  );
  const { inflow, groups } = backlog.data ?? sampled.data;
  const topic = read.data ?? initial.data;
  const asOf = read.asOf ?? initial.asOf;
  return (
    <>
      {read.error === null ? null : (
        <section className="panel">
          <ReadProblem error={read.error} onRetry={read.retry} />
        </section>
      )}
      <ManagedNote kind="topic" name={topic.name} />
      <Figures topic={topic} inflow={inflow} />
      <FlowChart topic={topic.name} />
      <section className="panel">
        <header>
          <h2>{t('Subscribed groups')}</h2>
          <span className="panel-end">
            <AsOf at={asOf} />
          </span>
        </header>
        <DataTable
          label={t('Subscribed groups')}
          columns={readerColumnsOf(groups)}
          rows={topic.readers}
          rowId={(row) => row.group}
          rowHref={(row) => `/groups/${encodeURIComponent(row.group)}`}
          empty={
            <EmptyState
              kind="none-ever"
              title={t('No subscribed group')}
              action={<ButtonLink href={topicHref(topic.name, 'connect')}>{t('Connect a consumer')}</ButtonLink>}
            >
              {t(
                `No consumer group has subscribed. Messages are still kept for {hours, plural, one {# hour} other
                {# hours}}.`,
                { hours: topic.retentionHours },
              )}
            </EmptyState>
          }
        />
      </section>
      <div className="split split-main">
        <div className="col col-wide">
          <ProducersPanel topic={topic.name} />
          <section className="panel">
            <header>
              <h2>{t('Clients')}</h2>
              <span className="small text-3">
                {t('{count, plural, one {# client} other {# clients}} connected to any node', {
                  count: topic.clients.length,
                })}
              </span>
            </header>
            <DataTable
              label={t('Clients')}
              columns={clientColumns()}
              rows={topic.clients}
              rowId={(client) => client.clientId}
              empty={
                <EmptyState kind="none-in-range" title={t('None connected')}>
                  {t(
                    `A producer is listed after its first send. Clients of other broker nodes appear up to ten seconds
                    later.`,
                  )}
                </EmptyState>
              }
            />
          </section>
        </div>
        <div className="col col-wide">
          <DecoderPanel topic={topic.name} mayNotChange={mayNotChange} />
          <section className="panel">
            <header>
              <h2>{t('Queues')}</h2>
            </header>
            <DataTable
              label={t('Queues')}
              columns={queueColumns()}
              rows={topic.queues}
              rowId={(row) => String(row.queueNo)}
              empty={null}
            />
          </section>
        </div>
      </div>
    </>
  );
}

function Figures({ topic, inflow }: { readonly topic: Topic; readonly inflow: TopicBacklogView['inflow'] }) {
  return (
    <section className="panel stats" aria-label={t('Figures')}>
      <Stat
        name={t('Messages kept')}
        note={
          topic.oldestStoredAt === null ? (
            t('none')
          ) : (
            <Said of={pieces('oldest: {age}', { age: <RelativeTime at={topic.oldestStoredAt} /> })} />
          )
        }
      >
        <ReadingValue reading={topic.stored} />
      </Stat>
      <Stat
        name={t('In the last minute')}
        note={
          topic.lastStoredAt === null ? (
            t('nothing stored')
          ) : (
            <Said of={pieces('last: {time}', { time: <RelativeTime at={topic.lastStoredAt} /> })} />
          )
        }
      >
        <ReadingValue reading={topic.lastMinute} />
      </Stat>
      <Stat
        name={t('Stored per second')}
        note={inflow.slice(1).flatMap(describeInflow).join(between(',')) || t('in the last minute')}
      >
        <RateValue reading={inflow[0]?.in} />
      </Stat>
      <Stat name={t('Groups')} note={t('subscribed')}>
        {topic.readers.length}
      </Stat>
      <Stat
        name={t('Retention')}
        note={t('dead letters and messages in flight or waiting for a retry are kept longer')}
      >
        {sayIn(topic.retentionHours, 'h')}
      </Stat>
      <Stat name={t('Created')} note={<Time at={topic.createdAt} />}>
        <Time at={topic.createdAt} style="day" />
      </Stat>
    </section>
  );
}

const none = <span className="text-3">—</span>;

function describeInflow({ minutes, in: rate }: TopicBacklogView['inflow'][number]): string[] {
  return rate.kind === 'unknown' ? [] : [t('{minutes, number} min: {rate}', { minutes, rate: formatRate(rate.value) })];
}

const readerColumnsOf = (parts: readonly PartView[]): readonly Column<TopicReaderView>[] => [
  { id: 'group', header: t('Group'), cell: (row) => <b>{row.group}</b> },
  { id: 'behind', header: t('Backlog'), align: 'end', cell: (row) => <ReadingValue reading={row.behind} /> },
  {
    id: 'oldest',
    header: t('Oldest undelivered'),
    align: 'end',
    cell: (row) => (row.oldestAt === null ? none : <RelativeTime at={row.oldestAt} />),
  },
  {
    id: 'waiting',
    header: t('Waiting for a retry'),
    align: 'end',
    cell: (row) => <ReadingValue reading={row.waiting} tone="waiting" />,
  },
  {
    id: 'in',
    header: t('In'),
    align: 'end',
    hideNarrow: true,
    cell: (row) => <RateValue reading={partOf(parts, row)?.rates[0]?.in} />,
  },
  {
    id: 'out',
    header: t('Delivered'),
    align: 'end',
    hideNarrow: true,
    cell: (row) => <RateValue reading={partOf(parts, row)?.rates[0]?.out} />,
  },
  {
    id: 'drain',
    header: t('Time to drain'),
    align: 'end',
    cell: (row) => <DrainValue reading={partOf(parts, row)?.drain ?? unknown(t('not counted yet'))} />,
  },
  { id: 'since', header: t('Subscribed'), align: 'end', hideNarrow: true, cell: (row) => <Time at={row.since} /> },
];

const partOf = (parts: readonly PartView[], { group }: TopicReaderView): PartView | undefined =>
  parts.find((part) => part.group === group);

const clientColumns = (): readonly Column<TopicClientView>[] => [
  { id: 'id', header: t('Client'), cut: true, cell: (client) => client.clientId },
  { id: 'kind', header: t('Kind'), cell: ({ kind }) => t(clientWords[kind] ?? kind) },
  {
    id: 'group',
    header: t('Group'),
    hideNarrow: true,
    cell: ({ group }) =>
      group === null ? (
        none
      ) : (
        <Link href={`/groups/${encodeURIComponent(group)}`} prefetch={false}>
          {group}
        </Link>
      ),
  },
  { id: 'sdk', header: 'SDK', hideNarrow: true, cell: sdkOf },
  { id: 'seen', header: t('Last seen'), align: 'end', cell: ({ lastSeen }) => <RelativeTime at={lastSeen} /> },
];

const queueColumns = (): readonly Column<TopicQueueView>[] => [
  { id: 'queue', header: t('Queue'), align: 'end', cell: (row) => row.queueNo },
  { id: 'stored', header: t('Kept'), align: 'end', cell: (row) => formatCount(row.stored) },
  { id: 'tail', header: t('Next offset'), align: 'end', cell: (row) => formatCount(row.tail) },
  {
    id: 'last',
    header: t('Last stored'),
    align: 'end',
    cell: (row) => (row.lastStoredAt === null ? none : <RelativeTime at={row.lastStoredAt} />),
  },
];
