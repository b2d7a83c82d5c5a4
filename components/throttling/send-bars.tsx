'use client';

import { useId } from 'react';
import {
  Bar,
  BarChart,
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import { axis, HatchPattern, tooltip, TIME_END_PX, valueAxis } from '@/components/charts/look';
import { usePreferences } from '@/components/ui/preferences';
import { formatTime } from '@/components/ui/time.model';
import type { ChartBar } from '@/lib/console/operations/limits/views';
import { formatRate } from '@/lib/model/rate';
import { marksByBar, type NumberedMark, unknownStretches } from './chart.model';
import { t } from '@/lib/model/language/t';

interface SendBarsProps {
  readonly bars: readonly ChartBar[];
  readonly limit: { readonly hard: number; readonly softShare: number; readonly version: number } | undefined;
  /** The first bar with this limit. */
  readonly since: string | null;
  readonly marks: readonly NumberedMark[];
  readonly heightPx: number;
}

/** The picture; the sentence and the list below it say the same in words. */
export function SendBars({ bars, limit, since, marks, heightPx }: SendBarsProps) {
  const { timeZone } = usePreferences();
  const hatch = useId();
  const clock = (at: string): string => formatTime(at, timeZone, 'clock', Date.parse(at)).slice(0, 5);
  const top = Math.max(...bars.map(({ accepted, refused }) => (accepted ?? 0) + (refused ?? 0)));
  // A line far above all bars would press them flat: it is said in words instead.
  const showsLine = limit !== undefined && limit.hard <= top * 4;
  const last = bars.at(-1)?.at;
  // Lines begin where the limit did: what came before was not held by it.
  const ends = since === null || last === undefined || since === bars[0]?.at ? null : { from: since, to: last };
  const lineAt = (y: number) =>
    ends === null
      ? { y }
      : {
          segment: [
            { x: ends.from, y },
            { x: ends.to, y },
          ] as const,
        };
  const ticks = ticksTo(Math.max(top, showsLine ? limit.hard : 0) * 1.05);
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={heightPx}>
        <BarChart
          data={[...bars]}
          margin={{ top: 16, right: TIME_END_PX, bottom: 0, left: 0 }}
          barCategoryGap={1}
          accessibilityLayer={false}
        >
          <defs>
            <HatchPattern id={hatch} />
          </defs>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...axis} dataKey="at" tickFormatter={clock} interval={Math.floor(bars.length / 6)} />
          <YAxis {...valueAxis} domain={[0, ticks.at(-1) ?? 1]} ticks={ticks} />
          <Tooltip
            {...tooltip}
            labelFormatter={(at) => (typeof at === 'string' ? clock(at) : '')}
            formatter={(value) => (typeof value === 'number' ? formatRate(value) : t('unknown'))}
          />
          {unknownStretches(bars).map(({ from, to }) => (
            <ReferenceArea key={from} x1={from} x2={to} fill={`url(#${hatch})`} fillOpacity={1} stroke="none" />
          ))}
          <Bar
            dataKey="accepted"
            name={t('Accepted sends')}
            stackId="all"
            fill="var(--ready-solid)"
            isAnimationActive={false}
          />
          <Bar
            dataKey="refused"
            name={t('Refused')}
            stackId="all"
            fill="var(--throttled-solid)"
            isAnimationActive={false}
          />
          {showsLine ? (
            <ReferenceLine
              {...lineAt(limit.hard)}
              stroke="var(--text)"
              strokeWidth={1.5}
              label={{
                value: t('limit {limit, number}/s, rule v{version, number}', {
                  limit: limit.hard,
                  version: limit.version,
                }),
                position: 'insideBottomLeft',
                fontSize: 11,
                fill: 'var(--text)',
              }}
            />
          ) : null}
          {showsLine ? (
            <ReferenceLine
              {...lineAt(limit.hard * limit.softShare)}
              stroke="var(--waiting-solid)"
              strokeDasharray="3 3"
            />
          ) : null}
          {marksByBar(marks, bars).map(({ at, label }) => (
            <ReferenceLine
              key={at}
              x={at}
              stroke="var(--accent)"
              strokeDasharray="3 2"
              label={{ value: label, position: 'top', fontSize: 11, fontWeight: 600, fill: 'var(--accent)' }}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** At equal, round distances, the last one at or above the value. */
function ticksTo(value: number): number[] {
  if (value === 0) return [0, 1];
  const least = value / 4;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
  return Array.from({ length: Math.ceil(value / step) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
