'use client';

import { Link } from '@/components/ui/link';
import { HistoryPanel, useRange } from '@/components/charts/history-panel';
import { type AreaSeries, TimeAreaChart } from '@/components/charts/time-area-chart';
import { useLiveQuery } from '@/components/live/use-live-query';
import { plural } from '@/components/ui/number.model';
import { formatRate } from '@/components/ui/rate.model';
import { flowPoints, summarizeFlow } from './flow.model';

const SERIES: readonly AreaSeries<'stored' | 'refused'>[] = [
  { key: 'stored', name: 'Stored', fill: 'var(--ready-solid)', stroke: 'var(--ready-solid)' },
  { key: 'refused', name: 'Refused', fill: 'var(--throttled-solid)' },
];

/** What was stored on a topic and what was refused, over time. Gaps are times without samples: unknown, not 0. */
export function FlowChart({ topic }: { readonly topic: string }) {
  const range = useRange();
  const live = { kinds: ['sample'] } as const;
  const own = useLiveQuery('history', { scope: 'topic', name: topic, from: `-${range}` }, { live });
  const broker = useLiveQuery('history', { scope: 'broker', from: `-${range}` }, { live });
  const points = own.data === undefined || broker.data === undefined ? undefined : flowPoints(own.data, broker.data);
  const { most, refusedPoints, unknownPoints } = summarizeFlow(points ?? []);
  const refused = refusedPoints === 0 ? 'nothing refused' : `refused in ${plural(refusedPoints, 'point')}`;
  return (
    <HistoryPanel
      title="Stored over time"
      reads={[own, broker]}
      points={points}
      summary={`at most ${formatRate(most)}, ${refused}`}
      unknownPoints={unknownPoints}
      nothing="Nothing was recorded for this topic in this range."
    >
      <TimeAreaChart points={points ?? []} series={SERIES} format={formatRate} days={range.endsWith('d')} />
      {refusedPoints === 0 ? null : (
        <p className="small">
          <Link href={`/throttling?topic=${encodeURIComponent(topic)}`} prefetch={false}>
            Who was refused, and by which limit
          </Link>
        </p>
      )}
    </HistoryPanel>
  );
}
