'use client';

import { Link } from '@/components/ui/link';
import { HistoryPanel, useRange } from '@/components/charts/history-panel';
import { type AreaSeries, TimeAreaChart } from '@/components/charts/time-area-chart';
import { useLiveQuery } from '@/components/live/use-live-query';
import { formatRate } from '@/lib/model/rate';
import { flowPoints, summarizeFlow } from './flow.model';
import { t } from '@/lib/model/language/t';

const series = (): readonly AreaSeries<'stored' | 'refused'>[] => [
  { key: 'stored', name: t('Stored messages'), fill: 'var(--ready-solid)', stroke: 'var(--ready-solid)' },
  { key: 'refused', name: t('Refused'), fill: 'var(--throttled-solid)' },
];

/** What was stored on a topic and what was refused, over time. Gaps are times without samples: unknown, not 0. */
export function FlowChart({ topic }: { readonly topic: string }) {
  const range = useRange();
  const live = { kinds: ['sample'] } as const;
  const own = useLiveQuery('history', { scope: 'topic', name: topic, from: `-${range}` }, { live });
  const broker = useLiveQuery('history', { scope: 'broker', from: `-${range}` }, { live });
  const points = own.data === undefined || broker.data === undefined ? undefined : flowPoints(own.data, broker.data);
  const { most, refusedPoints, unknownPoints } = summarizeFlow(points ?? []);
  const given = { rate: formatRate(most), points: refusedPoints };
  return (
    <HistoryPanel
      title={t('Stored over time')}
      reads={[own, broker]}
      points={points}
      summary={t(
        'at most {rate}, {points, plural, =0 {none refused} one {refused in # point} other {refused in # points}}',
        given,
      )}
      unknownPoints={unknownPoints}
      nothing={t('No data of this topic was recorded in this range.')}
    >
      <TimeAreaChart points={points ?? []} series={series()} format={formatRate} days={range.endsWith('d')} />
      {refusedPoints === 0 ? null : (
        <p className="small">
          <Link href={`/throttling?topic=${encodeURIComponent(topic)}`} prefetch={false}>
            {t('Who was refused, and by which limit')}
          </Link>
        </p>
      )}
    </HistoryPanel>
  );
}
