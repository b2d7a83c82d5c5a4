'use client';

import { HistoryPanel, useRange } from '@/components/charts/history-panel';
import { marksWithin } from '@/components/charts/marks.model';
import { type AreaSeries, TimeAreaChart } from '@/components/charts/time-area-chart';
import { useLiveQuery } from '@/components/live/use-live-query';
import { formatDuration } from '@/components/ui/duration.model';
import { formatCount } from '@/components/ui/number.model';
import { chartPoints } from './backlog.model';
import styles from './overview.module.css';
import { t } from '@/lib/model/language/t';

const backlogSeries = (): readonly AreaSeries<'inFlight' | 'ready' | 'waiting' | 'total'>[] => [
  { key: 'inFlight', name: t('In flight'), fill: 'var(--inflight-solid)' },
  { key: 'ready', name: t('Ready'), fill: 'var(--ready-solid)' },
  { key: 'waiting', name: t('Waiting for a retry'), fill: 'var(--waiting-solid)' },
  // A line where 0 is known: a gap has none.
  { key: 'total', name: t('Backlog'), stroke: 'var(--text-2)' },
];
const movedSeries = (): readonly AreaSeries<'died'>[] => [
  { key: 'died', name: t('Moved to the DLQ'), fill: 'var(--dlq-solid)' },
];
const DIED_PX = 92;

interface OverviewChartProps {
  readonly group: string;
  /** Of what changed. */
  readonly letters: ReadonlyMap<{ readonly at: string }, string>;
}

/** Messages that moved to the DLQ over the backlog, on one axis of time. Gaps have no samples: unknown, not 0. */
export function OverviewChart({ group, letters }: OverviewChartProps) {
  const range = useRange();
  const history = useLiveQuery(
    'history',
    { scope: 'group', name: group, from: `-${range}` },
    { live: { kinds: ['sample'] } },
  );
  const points = history.data === undefined ? undefined : chartPoints(history.data);
  const most = Math.max(0, ...(points ?? []).map(({ total }) => total ?? 0));
  const moved = (points ?? []).reduce((sum, { died }) => sum + (died ?? 0), 0);
  const marks = marksWithin(letters, points?.[0]?.atMs ?? 0, Date.parse(history.data?.to ?? ''));
  const step = formatDuration((history.data?.stepSeconds ?? 0) * 1_000);
  const common = { format: formatCount, isWhole: true, days: range.endsWith('d') };
  return (
    <HistoryPanel
      title={t('Dead letters and backlog')}
      reads={[history]}
      points={points}
      summary={t(
        `{moved, plural, =0 {no message} one {# message} other {# messages}} moved to the DLQ, backlog at most
          {most, number}`,
        { moved, most },
      )}
      unknownPoints={(points ?? []).filter(({ ready }) => ready === null).length}
      nothing={t('No backlog of this group was recorded in this range.')}
    >
      {moved === 0 ? null : (
        <>
          <p className={`tiny fg-dlq ${styles.axis}`}>{t('Moved to the DLQ, per {time}', { time: step })}</p>
          <TimeAreaChart points={points ?? []} series={movedSeries()} marks={marks} heightPx={DIED_PX} {...common} />
          <p className={`tiny text-2 ${styles.axis}`}>{t('Backlog')}</p>
        </>
      )}
      <TimeAreaChart
        points={points ?? []}
        series={backlogSeries()}
        marks={moved === 0 ? marks : undefined}
        {...common}
      />
    </HistoryPanel>
  );
}
