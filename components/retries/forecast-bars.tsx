'use client';

import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axis, tooltip, TIME_END_PX, valueAxis } from '@/components/charts/look';
import { formatCount } from '@/components/ui/number.model';
import { usePreferences } from '@/components/ui/preferences';
import { formatTime } from '@/components/ui/time.model';
import type { RetryForecastView } from '@/lib/console/operations/retries/views';
import { type DueRange, dueRange } from './retries.model';
import styles from './retries.module.css';
import { t } from '@/lib/model/language/t';

interface ForecastBarsProps {
  readonly forecast: RetryForecastView;
  readonly onNarrow: (bin: DueRange | null) => void;
  readonly heightPx: number;
}

/** How many last attempts a bar has, above it. */
const LABEL = {
  position: 'top',
  fontSize: 11,
  fill: 'var(--dlq-fg)',
  formatter: (count: unknown) => (typeof count === 'number' && count > 0 ? formatCount(count) : ''),
} as const;

/** A bar narrows the list to the messages whose next try is in it. */
export function ForecastBars({ forecast, onNarrow, heightPx }: ForecastBarsProps) {
  const { timeZone } = usePreferences();
  const clock = (ms: number): string => {
    const at = new Date(ms).toISOString();
    return formatTime(at, timeZone, 'clock', ms).slice(0, 5);
  };
  const pick = (bar: number): void => {
    const range = dueRange(forecast, bar);
    if (range !== null) onNarrow(range);
  };
  // The chart knows its bar only while the mouse has rested over it; a tap or a quick click is the bar's own.
  const onClick = (_bar: unknown, index: number): void => pick(index);
  // One bar over the other: a last try is also a try.
  const data = forecast.bins.map(({ fromMs, tries, deaths }) => ({
    fromMs,
    deaths,
    others: Math.max(0, tries - deaths),
  }));
  return (
    <div aria-hidden="true" className={styles.forecast}>
      <ResponsiveContainer width="100%" height={heightPx}>
        <BarChart
          data={data}
          margin={{ top: 16, right: TIME_END_PX, bottom: 0, left: 0 }}
          barCategoryGap={2}
          accessibilityLayer={false}
          style={{ cursor: 'pointer' }}
          onClick={({ activeTooltipIndex: bar }) => (bar == null ? undefined : pick(Number(bar)))}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...axis} dataKey="fromMs" tickFormatter={clock} interval={3} />
          <YAxis {...valueAxis} allowDecimals={false} />
          <Tooltip
            {...tooltip}
            labelFormatter={(at) => (typeof at === 'number' ? t('from {time}', { time: clock(at) }) : '')}
          />
          <Bar
            dataKey="deaths"
            name={t('Last attempts')}
            stackId="all"
            fill="var(--dlq-solid)"
            isAnimationActive={false}
            onClick={onClick}
          >
            {/* Recharts draws no label above a part without height. */}
            <LabelList
              {...LABEL}
              dataKey={({ others, deaths }: (typeof data)[number]) => (others === 0 ? deaths : 0)}
            />
          </Bar>
          <Bar
            dataKey="others"
            name={t('Other attempts')}
            stackId="all"
            fill="var(--waiting-solid)"
            isAnimationActive={false}
            onClick={onClick}
          >
            <LabelList {...LABEL} dataKey="deaths" />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
