'use client';

import { HistoryPanel, useRange } from '@/components/charts/history-panel';
import { type AreaSeries, TimeAreaChart } from '@/components/charts/time-area-chart';
import { useLiveQuery } from '@/components/live/use-live-query';
import { formatCount } from '@/components/ui/number.model';
import { levelPoints } from './group-chart.model';
import { t } from '@/lib/model/language/t';

const series = (): readonly AreaSeries<'ready' | 'dead'>[] => [
  { key: 'ready', name: t('Not delivered'), fill: 'var(--ready-solid)', stroke: 'var(--ready-solid)' },
  { key: 'dead', name: t('Dead letters kept here'), stroke: 'var(--text-2)' },
];

/** What was not delivered to a group of a cluster over time. Gaps: a broker was silent, or no console read. */
export function GroupChart({ group }: { readonly group: string }) {
  const range = useRange();
  const history = useLiveQuery(
    'history',
    { scope: 'group', name: group, from: `-${range}` },
    { live: { kinds: ['sample'] } },
  );
  const points = history.data === undefined ? undefined : levelPoints(history.data);
  const most = Math.max(0, ...(points ?? []).map(({ ready }) => ready ?? 0));
  return (
    <HistoryPanel
      title={t('Not delivered over time')}
      reads={[history]}
      points={points}
      summary={t('at most {count, number}', { count: most })}
      unknownPoints={(points ?? []).filter(({ ready }) => ready === null).length}
      nothing={t('No data of this group was recorded in this range. Sampling begins when a cluster is attached.')}
    >
      <TimeAreaChart points={points ?? []} series={series()} format={formatCount} days={range.endsWith('d')} />
    </HistoryPanel>
  );
}
