'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { OldestAge } from '@/components/groups/oldest';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { DrainValue } from '@/components/ui/drain';
import { EmptyState } from '@/components/ui/empty-state';
import { formatCount } from '@/components/ui/number.model';
import { Tag } from '@/components/ui/tag';
import { AsOf, RelativeTime, Time } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import { mapReading } from '@/lib/model/reading';
import type { ReadResult } from '@/lib/model/read-result';
import { clusterRates } from '@/components/clusters/cluster-words.model';
import { BrokerFigure, NotKnown } from '@/components/clusters/figure';
import { GroupChart } from './group-chart';
import { compareNames } from '@/lib/model/language/names';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';

interface LagViewProps {
  readonly group: string;
  readonly initial: ReadResult<Lag>;
}

type Lag = ReadData<'brokerLag'>;
type TopicRow = Lag['topics'][number];
interface QueueRow extends Omit<TopicRow['queues'][number], 'topic'> {
  /** Null: it moves, as far as this console has looked. */
  readonly stillSince: string | null;
  readonly topic: string;
  readonly role: TopicRow['role'];
}

/** Where a group stands in each topic and queue of each broker, its retries included. */
export function LagView({ group, initial }: LagViewProps) {
  const query = useLiveQuery('brokerLag', { group }, { initial, live: { kinds: ['group'], group } });
  const lag = query.data ?? initial.data;
  const { oldest, drain, still } = lag;
  const queues = lag.topics.flatMap(({ topic, role, queues: of }) =>
    of.map((queue) => ({ ...queue, topic, role, stillSince: sinceOf(still, topic, queue) })),
  );
  const problem = readProblem(query);
  return (
    <>
      <GroupChart group={group} />
      <section className="panel">
        <header>
          <h2>{t('Topics')}</h2>
          <span className="small text-3">
            {oldest.kind === 'unknown' ? (
              <Said of={pieces('oldest waiting: {age}', { age: <NotKnown reading={oldest} /> })} />
            ) : oldest.value === null ? (
              t('no message is waiting')
            ) : (
              <Said
                of={pieces('oldest waiting: {age}, in {topic} on {broker}', {
                  age: <OldestAge reading={mapReading(oldest, (found) => found?.storedAt ?? null)} />,
                  topic: oldest.value.topic,
                  broker: oldest.value.broker,
                })}
              />
            )}
          </span>
          <span className="small text-3">
            <Said
              of={pieces('time to drain: {time}', {
                time:
                  drain.kind === 'unknown' ? (
                    <NotKnown reading={drain} />
                  ) : (
                    <DrainValue reading={drain} over={clusterRates()} />
                  ),
              })}
            />
          </span>
          <span className="grow" />
          <AsOf at={lag.asOf} />
        </header>
        <DataTable
          label={t('Topics of {name}', { name: group })}
          columns={topicColumns()}
          rows={lag.topics}
          rowId={({ topic }) => topic}
          problem={problem}
          empty={
            <EmptyState kind="none-ever" title={t('No offset yet')}>
              {t('No client of this group has subscribed to a topic on the brokers that responded.')}
            </EmptyState>
          }
        />
      </section>
      {queues.length === 0 ? null : (
        <section className="panel">
          <header>
            <h2>{t('Queues')}</h2>
            <span className="small text-3">{t('of each broker')}</span>
          </header>
          <DataTable
            label={t('Queues of {name}', { name: group })}
            columns={queueColumns()}
            rows={queues.toSorted(byPlace)}
            rowId={({ topic, broker, queueNo }) => `${topic} ${broker} ${queueNo}`}
            problem={null}
            empty={null}
          />
        </section>
      )}
    </>
  );
}

function sinceOf(
  still: Lag['still'],
  topic: string,
  { broker, queueNo }: Pick<QueueRow, 'broker' | 'queueNo'>,
): string | null {
  const found = still.find((each) => each.topic === topic && each.broker === broker && each.queueNo === queueNo);
  return found?.since ?? null;
}

function byPlace(one: QueueRow, other: QueueRow): number {
  return compareNames(one.topic, other.topic) || compareNames(one.broker, other.broker) || one.queueNo - other.queueNo;
}

const topicColumn = (): Column<{ readonly topic: string; readonly role: TopicRow['role'] }> => ({
  id: 'topic',
  header: t('Topic'),
  cut: true,
  cell: ({ topic, role }) => (
    <span className="row row-tight">
      <span className="clip">{topic}</span>
      {role === 'retry' ? <Tag>{t('retries')}</Tag> : null}
    </span>
  ),
});

const topicColumns = (): readonly Column<TopicRow>[] => [
  topicColumn(),
  { id: 'queues', header: t('Queues'), align: 'end', cell: ({ queues }) => queues.length },
  {
    id: 'ready',
    header: t('Not delivered'),
    align: 'end',
    cell: ({ notDelivered, role }) => (
      <BrokerFigure reading={notDelivered} {...(role === 'retry' ? { tone: 'waiting' as const } : {})} />
    ),
  },
  { id: 'flight', header: t('In flight'), align: 'end', cell: ({ inFlight }) => <BrokerFigure reading={inFlight} /> },
];

const queueColumns = (): readonly Column<QueueRow>[] => [
  topicColumn(),
  { id: 'broker', header: t('Broker'), cell: ({ broker }) => broker },
  { id: 'queue', header: t('Queue'), align: 'end', cell: ({ queueNo }) => queueNo },
  {
    id: 'position',
    header: t('Offset'),
    align: 'end',
    hideNarrow: true,
    cell: ({ offset }) => <BrokerFigure reading={offset} />,
  },
  {
    id: 'end',
    header: t('Newest offset'),
    align: 'end',
    hideNarrow: true,
    cell: ({ endOffset }) => formatCount(endOffset),
  },
  {
    id: 'ready',
    header: t('Not delivered'),
    align: 'end',
    cell: ({ notDelivered }) => <BrokerFigure reading={notDelivered} />,
  },
  {
    id: 'still',
    header: t('Not moved since'),
    align: 'end',
    cell: ({ stillSince }) =>
      stillSince === null ? (
        <span className="text-3">—</span>
      ) : (
        <span
          title={t(
            `The offset has not moved since then, as far as this console has observed: one message, or one key of an
            ordered group, may be blocking it`,
          )}
        >
          <RelativeTime at={stillSince} />
        </span>
      ),
  },
  {
    id: 'last',
    header: t('Consumed up to'),
    align: 'end',
    hideNarrow: true,
    cell: ({ lastConsumedAt }) =>
      lastConsumedAt === null ? <span className="text-3">{t('none')}</span> : <Time at={lastConsumedAt} withRelative />,
  },
];
