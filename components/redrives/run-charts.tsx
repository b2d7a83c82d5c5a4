'use client';

import { TimeAreaChart } from '@/components/charts/time-area-chart';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import type { RedriveSeriesPage } from '@/lib/console/operations/redrives/views';
import type { RedriveView } from '@/lib/console/operations/redrives/views';
import type { ReadResult } from '@/lib/model/read-result';
import { between, t } from '@/lib/model/language/t';
import { releasePoints, sharePoints } from './run-charts.model';
import { formatRate } from '@/lib/model/rate';
import { formatShare } from '@/lib/model/share';

interface RunChartsProps {
  readonly id: string;
  readonly redrive: RedriveView;
  readonly initial: ReadResult<RedriveSeriesPage>;
}

/** How it was released, and how first deliveries ended, over the time of the run. */
export function RunCharts({ id, redrive, initial }: RunChartsProps) {
  const live = { kinds: ['redrive', 'message'] as const, group: redrive.group };
  const series = useLiveQuery('redriveSeries', { id }, { initial, live });
  const data = series.data ?? initial.data;
  const rates = releasePoints(data, redrive.stop?.at ?? null);
  const shares = sharePoints(data, redrive.care.abort?.failedShare ?? null);
  const last = data.steps.findLast((step) => step.failedShare !== null)?.failedShare ?? null;
  const fastest = Math.max(0, ...rates.map(({ released }) => released));
  const window = redrive.care.abort?.ofLast ?? 20;
  const line = redrive.care.abort?.failedShare ?? null;
  return (
    <div className="split">
      <section className="panel" aria-label={t('Release rate')}>
        <header>
          <h2>{t('Release rate')}</h2>
          <span className="small text-2">
            {t('messages per second, highest {rate, number}', { rate: Math.round(fastest * 10) / 10 })}
          </span>
        </header>
        <ReadProblem error={series.error} onRetry={series.retry} />
        {rates.length === 0 ? (
          <EmptyState kind="none-in-range" title={t('Nothing released yet')}>
            {t('The release rate appears with the first message.')}
          </EmptyState>
        ) : (
          <div className="panel-body">
            <TimeAreaChart
              points={rates}
              series={[{ key: 'released', name: t('Released'), fill: 'var(--accent-tint)', stroke: 'var(--accent)' }]}
              format={formatRate}
              days={false}
            />
          </div>
        )}
      </section>
      <section className="panel" aria-label={t('Failed first deliveries')}>
        <header>
          <h2>{t('Failed first deliveries')}</h2>
          <span className="small text-2">
            {[
              t('% of the last {window, number}', { window }),
              ...(last === null ? [] : [t('now {share}', { share: formatShare(last) })]),
              line === null ? t('no stop rule') : t('stop at {share}', { share: formatShare(line) }),
            ].join(between(','))}
          </span>
        </header>
        {last === null ? (
          <EmptyState kind="none-in-range" title={t('No verdict yet')}>
            {t('The failure rate appears once a first delivery has finished.')}
          </EmptyState>
        ) : (
          <div className="panel-body">
            <TimeAreaChart
              points={shares}
              series={[
                { key: 'share', name: t('Failed'), fill: 'var(--dlq-bg)', stroke: 'var(--dlq-solid)' },
                ...(line === null ? [] : [{ key: 'line' as const, name: t('Stop at'), stroke: 'var(--text)' }]),
              ]}
              format={(value) => formatShare(value / 100, 0)}
              days={false}
            />
          </div>
        )}
      </section>
    </div>
  );
}
