'use client';

import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

import { axis, markLine, MARKS_PX, TIME_END_PX, tooltip, valueAxis } from '@/components/charts/look';
import type { Mark } from '@/components/charts/marks.model';
import { usePreferences } from '@/components/ui/preferences';
import { formatTime } from '@/components/ui/time.model';
import type { FailureMinute } from '@/lib/console/operations/groups/views';
import { t } from '@/lib/model/language/t';

/** A bar of a young group is not a block. */
const WIDEST_BAR_PX = 24;

/** The bar of the minute in which it happened. */
function minuteOf(minutes: readonly FailureMinute[], atMs: number): string {
  return minutes.findLast(({ at }) => Date.parse(at) <= atMs)?.at ?? '';
}

interface FailureBarsProps {
  readonly minutes: readonly FailureMinute[];
  readonly marks: readonly Mark[];
  readonly heightPx: number;
}

export function FailureBars({ minutes, marks, heightPx }: FailureBarsProps) {
  const { timeZone } = usePreferences();
  const clock = (at: string): string => formatTime(at, timeZone, 'clock', Date.parse(at)).slice(0, 5);
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={heightPx}>
        <BarChart
          data={[...minutes]}
          margin={{ top: marks.length === 0 ? 4 : MARKS_PX, right: TIME_END_PX, bottom: 0, left: 0 }}
          maxBarSize={WIDEST_BAR_PX}
          barCategoryGap={1}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...axis} dataKey="at" tickFormatter={clock} minTickGap={48} />
          <YAxis {...valueAxis} allowDecimals={false} />
          <Tooltip {...tooltip} labelFormatter={(at) => (typeof at === 'string' ? clock(at) : '')} />
          <Bar dataKey="failed" name={t('Failed, not retried')} fill="var(--dlq-solid)" isAnimationActive={false} />
          {marks.map(({ atMs, letter }) => (
            <ReferenceLine key={letter} x={minuteOf(minutes, atMs)} {...markLine(letter)} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
