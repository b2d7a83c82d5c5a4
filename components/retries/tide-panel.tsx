'use client';

import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axis, tooltip } from '@/components/charts/look';
import type { UrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { formatDuration } from '@/components/ui/duration.model';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { formatCount } from '@/components/ui/number.model';
import { usePreferences } from '@/components/ui/preferences';
import { AsOf } from '@/components/ui/time';
import { formatTime } from '@/components/ui/time.model';
import type { RetryTideView } from '@/lib/console/reads/retries';
import { tideText } from './retries.model';
import styles from './retries.module.css';

const HEIGHT_PX = 160;
export const AHEAD = [
  { value: '1h', label: '1 h' },
  { value: '2h', label: '2 h' },
  { value: '6h', label: '6 h' },
  { value: '24h', label: '24 h' },
] as const;
export type Ahead = (typeof AHEAD)[number]['value'];

export function aheadOf(text: string | undefined): Ahead {
  return AHEAD.find(({ value }) => value === text)?.value ?? '2h';
}

/** The coming tries and the deaths due. The sentence says what the bars show. */
export function TidePanel({ tide, url }: { readonly tide: LiveQuery<RetryTideView>; readonly url: UrlParams }) {
  const ahead = aheadOf(url.get('ahead'));
  const { data } = tide;
  return (
    <section className="panel" aria-label="Retry tide">
      <header>
        <h2>Retry tide</h2>
        <span className="small text-2">{data === undefined ? '' : tideText(data)}</span>
        <span className="panel-end row">
          <FilterSelect
            name="next"
            value={ahead}
            options={AHEAD}
            onChange={(value) => url.replace({ ahead: value === '2h' ? undefined : value })}
          />
          {data === undefined ? null : <AsOf at={data.asOf} />}
        </span>
      </header>
      <ReadProblem error={tide.error} onRetry={tide.retry} />
      {data === undefined ? null : (
        <div className="panel-body">
          {data.bins.every(({ tries, deaths }) => tries + deaths === 0) ? (
            <EmptyState
              kind="none-in-range"
              title={`No try is due within ${formatDuration(data.binMs * data.bins.length)}`}
            >
              {whyNone(data)}
            </EmptyState>
          ) : (
            <>
              <Bars tide={data} />
              <Legend binMs={data.binMs} />
            </>
          )}
        </div>
      )}
    </section>
  );
}

function whyNone({ waiting, held }: RetryTideView): string {
  if (waiting === 0) return 'Nothing waits.';
  return waiting === held ? 'All that waits is held.' : 'What waits is due later.';
}

function Legend({ binMs }: { readonly binMs: number }) {
  return (
    <p className="tiny text-2">
      per {formatDuration(binMs)}, if every try fails at once; tries that follow a failure are in it.{' '}
      <span className={styles.mark} data-tone="tries" /> tries due <span className={styles.mark} data-tone="deaths" />{' '}
      last tries, with their number: dead unless they succeed
    </p>
  );
}

function Bars({ tide }: { readonly tide: RetryTideView }) {
  const { timeZone } = usePreferences();
  const clock = (ms: number): string => {
    const at = new Date(ms).toISOString();
    return formatTime(at, timeZone, 'clock', ms).slice(0, 5);
  };
  // One bar over the other: a last try is also a try.
  const data = tide.bins.map(({ fromMs, tries, deaths }) => ({ fromMs, deaths, others: Math.max(0, tries - deaths) }));
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <BarChart
          data={data}
          margin={{ top: 16, right: 0, bottom: 0, left: 0 }}
          barCategoryGap={2}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...axis} dataKey="fromMs" tickFormatter={clock} interval={3} />
          <YAxis {...axis} allowDecimals={false} width={40} />
          <Tooltip {...tooltip} labelFormatter={(at) => (typeof at === 'number' ? `from ${clock(at)}` : '')} />
          <Bar dataKey="deaths" name="Last tries" stackId="all" fill="var(--dlq-solid)" isAnimationActive={false} />
          <Bar dataKey="others" name="Other tries" stackId="all" fill="var(--waiting-solid)" isAnimationActive={false}>
            <LabelList
              dataKey="deaths"
              position="top"
              fontSize={11}
              fill="var(--dlq-fg)"
              formatter={(count) => (typeof count === 'number' && count > 0 ? formatCount(count) : '')}
            />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
