'use client';

import { HistoryPanel, useRange } from '@/components/charts/history-panel';
import { type AreaSeries, TimeAreaChart } from '@/components/charts/time-area-chart';
import { useLiveQuery } from '@/components/live/use-live-query';
import { formatCount } from '@/components/ui/number.model';
import { marksWithin } from '@/components/charts/marks.model';
import { chartPoints } from './backlog.model';

const SERIES: readonly AreaSeries<'inFlight' | 'ready' | 'waiting' | 'total'>[] = [
  { key: 'inFlight', name: 'In flight', fill: 'var(--inflight-solid)' },
  { key: 'ready', name: 'Ready', fill: 'var(--ready-solid)' },
  { key: 'waiting', name: 'Waiting for a retry', fill: 'var(--waiting-solid)' },
  // A line where 0 is known: a gap has none.
  { key: 'total', name: 'Backlog', stroke: 'var(--text-2)' },
];

interface BacklogChartProps {
  readonly group: string;
  /** Of what changed. */
  readonly letters: ReadonlyMap<{ readonly at: string }, string>;
}

/** The backlog of a group over time. Gaps are times without samples: unknown, not 0. */
export function BacklogChart({ group, letters }: BacklogChartProps) {
  const range = useRange();
  const history = useLiveQuery(
    'history',
    { scope: 'group', name: group, from: `-${range}` },
    { live: { kinds: ['sample'] } },
  );
  const points = history.data === undefined ? undefined : chartPoints(history.data);
  const most = Math.max(0, ...(points ?? []).map(({ total }) => total ?? 0));
  return (
    <HistoryPanel
      title="Backlog over time"
      reads={[history]}
      points={points}
      summary={`at most ${formatCount(most)}`}
      unknownPoints={(points ?? []).filter(({ ready }) => ready === null).length}
      nothing="No backlog of this group was recorded in this range."
    >
      <TimeAreaChart
        points={points ?? []}
        series={SERIES}
        format={formatCount}
        days={range.endsWith('d')}
        marks={marksWithin(letters, points?.[0]?.atMs ?? 0, Date.parse(history.data?.to ?? ''))}
      />
    </HistoryPanel>
  );
}
