'use client';

import type { Column } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { formatCount } from '@/components/ui/number.model';
import type { TimersOfCluster } from '@/lib/console/operations/brokers/views';
import { t } from '@/lib/model/language/t';
import { BrokerFigure } from '../figure';
import { lateWords, topicsWords } from './timer.model';

type Timer = TimersOfCluster['brokers'][number];

/** The timers of brokers: how late they are, and how much waits in them. */
export function TimerPanel() {
  const query = useLiveQuery('clusterTimers', {}, { live: { kinds: ['sample'] } });
  if (query.data === undefined && query.error === null) return null;
  return (
    <section className="panel" aria-label={t('Timers')}>
      <header>
        <h2>{t('Timers')}</h2>
        <span className="small text-3">{t('messages with a delivery time')}</span>
      </header>
      <ReadProblem error={query.error} onRetry={query.retry} />
      {query.data === undefined ? null : (
        <DataTable
          label={t('Timers')}
          columns={columns()}
          rows={query.data.brokers}
          rowId={({ broker }) => broker}
          empty={null}
        />
      )}
    </section>
  );
}

function columns(): readonly Column<Timer>[] {
  return [
    { id: 'broker', header: t('Broker'), cut: true, cell: ({ broker }) => <b>{broker}</b> },
    { id: 'state', header: t('State'), cell: (timer) => lateWords(timer) },
    {
      id: 'wheel',
      header: (
        <span title={t('Including records of messages that 5.x clients are processing')}>{t('In the timer')}</span>
      ),
      align: 'end',
      cell: ({ inWheel }) => <BrokerFigure reading={inWheel} />,
    },
    {
      id: 'entering',
      header: (
        <span title={t('Stored but not in the timer yet. The timer is congested while this number grows')}>
          {t('Entering')}
        </span>
      ),
      align: 'end',
      cell: ({ notEntered }) => <BrokerFigure reading={notEntered} />,
    },
    {
      id: 'in',
      header: t('Enqueued/s'),
      align: 'end',
      cell: ({ inPerSecond }) => <BrokerFigure reading={inPerSecond} />,
    },
    {
      id: 'out',
      header: t('Dequeued/s'),
      align: 'end',
      cell: ({ outPerSecond }) => <BrokerFigure reading={outPerSecond} />,
    },
    {
      id: 'topics',
      header: t('Scheduled by topic'),
      cut: true,
      hideNarrow: true,
      cell: (timer) => <span className="text-2">{topicsWords(timer, formatCount)}</span>,
    },
  ];
}
