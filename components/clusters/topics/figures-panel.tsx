'use client';

import { useMemo } from 'react';
import { BrokerFigure, NotKnown } from '@/components/clusters/figure';
import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { readProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { groupHref } from '@/components/parts/names';
import { Button, ButtonLink } from '@/components/ui/button';
import { useNow } from '@/components/ui/clock';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';
import { formatCount } from '@/components/ui/number.model';
import { RelativeTime } from '@/components/ui/time';
import type { ReadData } from '@/lib/console/reads/registry';
import { mapReading, type Reading } from '@/lib/model/reading';
import { isAtRisk, lossWords } from './loss.model';
import { Said } from '@/components/ui/said';
import { pieces, t } from '@/lib/model/language/t';

type Figures = ReadData<'topicFigures'>;
type GroupRow = Figures['groups'][number];
type QueueRow = Figures['queues'][number];

interface FiguresPanelsProps {
  readonly topic: string;
  /** Null: positions of groups may be moved; else why not. */
  readonly mayNotSkip: string | null;
}

/** The messages of a topic, its rates, and the groups that lose messages to the retention of the brokers. */
export function FiguresPanels({ topic, mayNotSkip }: FiguresPanelsProps) {
  const query = useLiveQuery('topicFigures', { topic }, { live: { kinds: ['topic'] } });
  const columns = useMemo(() => [...groupColumns(), skipColumn(topic, mayNotSkip)], [topic, mayNotSkip]);
  const { data } = query;
  return (
    <>
      <section className="panel">
        <header>
          <h2>{t('Subscribed groups')}</h2>
          <span className="small text-3">{t('by the offsets that brokers keep')}</span>
        </header>
        <DataTable
          label={t('Subscribed groups')}
          columns={columns}
          rows={data?.groups}
          rowId={({ group }) => group}
          problem={readProblem(query)}
          empty={
            <EmptyState kind="none-ever">
              {data?.silent.length === 0
                ? t('No group has consumed this topic yet.')
                : t('The brokers that responded know no group that has consumed this topic.')}
            </EmptyState>
          }
        />
        {data === undefined || data.groupsLeft === 0 ? null : (
          <footer className="small">
            {t('{count, plural, one {# more group is} other {# more groups are}} not listed.', {
              count: data.groupsLeft,
            })}
          </footer>
        )}
      </section>
      <section className="panel">
        <header>
          <h2>{t('Messages stored')}</h2>
          {data === undefined ? null : (
            <span className="small text-3">
              <Said
                of={pieces('{stored}, {rate} in per second', {
                  stored: <BrokerFigure reading={data.stored} />,
                  rate: <BrokerFigure reading={perSecond(data.inPerSecond)} />,
                })}
              />
            </span>
          )}
        </header>
        <DataTable
          label={t('Queues')}
          columns={queueColumns()}
          rows={data?.queues}
          rowId={({ broker, queueNo }) => `${broker} ${queueNo}`}
          problem={null}
          empty={<EmptyState kind="none-ever">{t('No broker that responded has a queue of this topic.')}</EmptyState>}
        />
      </section>
    </>
  );
}

/** One decimal, so that a slow topic is not a silent one. */
function perSecond(reading: Reading<number>): Reading<number> {
  return mapReading(reading, (value) => Math.round(value * 10) / 10);
}

const groupColumns = (): readonly Column<GroupRow>[] => [
  {
    id: 'group',
    header: t('Group'),
    cut: true,
    cell: ({ group }) => (
      <Link href={groupHref(group)} prefetch={false}>
        <b>{group}</b>
      </Link>
    ),
  },
  { id: 'behind', header: t('Backlog'), align: 'end', cell: ({ behind }) => <BrokerFigure reading={behind} /> },
  {
    id: 'out',
    header: t('Out per second'),
    align: 'end',
    cell: ({ outPerSecond }) => <BrokerFigure reading={perSecond(outPerSecond)} />,
  },
  {
    id: 'removed',
    header: t('Removed unread'),
    align: 'end',
    cell: ({ removedUnread }) => <BrokerFigure reading={removedUnread} tone="dlq" />,
  },
  { id: 'loss', header: t('Retention'), clip: true, cell: (row) => <Loss row={row} /> },
];

/** To the preview of what is skipped, on the page of the group. */
function skipColumn(topic: string, mayNotSkip: string | null): Column<GroupRow> {
  return {
    id: 'skip',
    header: <span className="visually-hidden">{t('Skip backlog')}</span>,
    align: 'end',
    cell: ({ group, behind }) =>
      behind.kind === 'unknown' || behind.value === 0 ? null : mayNotSkip === null ? (
        <ButtonLink size="small" href={`${groupHref(group)}?skip=${encodeURIComponent(topic)}`}>
          {t('Skip backlog…')}
        </ButtonLink>
      ) : (
        <Button size="small" disabledReason={mayNotSkip}>
          {t('Skip backlog…')}
        </Button>
      ),
  };
}

function Loss({ row }: { readonly row: GroupRow }) {
  const nowMs = useNow();
  const words = lossWords(row, nowMs);
  return (
    <span className={isAtRisk(row, nowMs) ? 'fg-dlq' : 'text-2'} title={words}>
      {words}
    </span>
  );
}

const queueColumns = (): readonly Column<QueueRow>[] => [
  { id: 'broker', header: t('Broker'), cell: ({ broker }) => <b>{broker}</b> },
  { id: 'queue', header: t('Queue'), align: 'end', cell: ({ queueNo }) => queueNo },
  { id: 'stored', header: t('Messages stored'), align: 'end', cell: ({ stored }) => formatCount(stored) },
  {
    id: 'in',
    header: t('In per second'),
    align: 'end',
    cell: ({ lastMinute }) => formatCount(Math.round(lastMinute / 6) / 10),
  },
  {
    id: 'offsets',
    header: t('Offsets'),
    align: 'end',
    hideNarrow: true,
    cell: ({ minOffset, endOffset }) => t('{min, number} to {max, number}', { min: minOffset, max: endOffset }),
  },
  {
    id: 'oldest',
    header: t('Oldest'),
    align: 'end',
    cell: ({ oldestAt }) =>
      oldestAt.kind === 'unknown' ? (
        <NotKnown reading={oldestAt} />
      ) : oldestAt.value === null ? (
        <span className="text-3">{t('empty')}</span>
      ) : (
        <RelativeTime at={oldestAt.value} />
      ),
  },
  {
    id: 'last',
    header: t('Last stored'),
    align: 'end',
    cell: ({ lastAt }) => (lastAt === null ? <span className="text-3">—</span> : <RelativeTime at={lastAt} />),
  },
  {
    id: 'retention',
    header: t('Retention'),
    align: 'end',
    hideNarrow: true,
    cell: ({ retentionHours }) =>
      retentionHours === null ? t('unknown') : t('{hours, number} h', { hours: retentionHours }),
  },
];
