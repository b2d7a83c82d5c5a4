'use client';

import { useId } from 'react';
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';

import { gapsOf } from '@/components/ui/gaps.model';
import { usePreferences } from '@/components/ui/preferences';
import { formatTime } from '@/components/ui/time.model';
import { axis, HatchPattern, markLine, MARKS_PX, tooltip, TIME_END_PX, valueAxis } from './look';
import type { Mark } from './marks.model';

/** Minutes alone would say the same at every mark. */
const SHORT_MS = 10 * 60_000;

const NO_MARKS: readonly Mark[] = [];

export interface AreaSeries<Key extends string> {
  readonly key: Key;
  readonly name: string;
  /** Of the area that stands on those before it; absent: a line over all of them. */
  readonly fill?: string;
  readonly stroke?: string;
}

export interface TimeAreaProps<Key extends string> {
  readonly points: readonly ({ readonly atMs: number } & Readonly<Record<Key, number | null>>)[];
  /** A point without the first one is unknown. */
  readonly series: readonly AreaSeries<Key>[];
  readonly format: (value: number) => string;
  /** The range is of days. */
  readonly days: boolean;
  /** What changed meanwhile; the list beside the chart has the same letters. */
  readonly marks?: readonly Mark[] | undefined;
  /** Without it a point without the first series is unknown. */
  readonly isKnown?: (point: { readonly atMs: number } & Readonly<Record<Key, number | null>>) => boolean;
  /** There is no half of it. */
  readonly isWhole?: boolean;
  /** Drawn across, so that one sees how far it is. */
  readonly limit?: { readonly at: number; readonly says: string };
}

/** Gaps are hatched, never a line to zero. */
export function TimeAreaPicture<Key extends string>({
  points,
  series,
  format,
  days,
  marks = NO_MARKS,
  isKnown,
  limit,
  isWhole = false,
  heightPx,
}: TimeAreaProps<Key> & { readonly heightPx: number }) {
  const { timeZone } = usePreferences();
  const hatch = useId();
  const known = series[0]?.key;
  const gaps = gapsOf(
    points.map((point) => ({
      atMs: point.atMs,
      isKnown: isKnown?.(point) ?? (known !== undefined && point[known] !== null),
    })),
  );
  const time = (atMs: number, style: 'clock' | 'day-clock'): string =>
    formatTime(new Date(atMs).toISOString(), timeZone, style, atMs);
  const spanMs = (points.at(-1)?.atMs ?? 0) - (points[0]?.atMs ?? 0);
  const tick = (atMs: number): string =>
    days ? time(atMs, 'day-clock').slice(0, -9) : time(atMs, 'clock').slice(0, spanMs < SHORT_MS ? 8 : 5);
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={heightPx}>
        <AreaChart
          data={[...points]}
          margin={{ top: marks.length === 0 ? 4 : MARKS_PX, right: TIME_END_PX, bottom: 0, left: 0 }}
          accessibilityLayer={false}
        >
          <defs>
            <HatchPattern id={hatch} />
          </defs>
          {gaps.map(({ fromMs, toMs }) => (
            <ReferenceArea key={fromMs} x1={fromMs} x2={toMs} fill={`url(#${hatch})`} fillOpacity={1} stroke="none" />
          ))}
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            {...axis}
            dataKey="atMs"
            type="number"
            domain={['dataMin', 'dataMax']}
            tickFormatter={tick}
            minTickGap={48}
          />
          <YAxis {...valueAxis} allowDecimals={!isWhole} />
          <Tooltip
            {...tooltip}
            labelFormatter={(at) => (typeof at === 'number' ? time(at, days ? 'day-clock' : 'clock') : '')}
            formatter={(value) => (typeof value === 'number' ? format(value) : 'unknown')}
          />
          {series.map(({ key, name, fill, stroke = 'none' }) => (
            <Area
              key={key}
              dataKey={key}
              name={name}
              {...(fill === undefined ? {} : { stackId: 'all' })}
              type="stepAfter"
              stroke={stroke}
              fill={fill ?? 'none'}
              fillOpacity={0.6}
              connectNulls={false}
              isAnimationActive={false}
            />
          ))}
          {limit === undefined ? null : (
            <ReferenceLine
              y={limit.at}
              ifOverflow="extendDomain"
              stroke="var(--text)"
              label={{ value: limit.says, position: 'insideTopLeft', fontSize: 11, fill: 'var(--text-2)' }}
            />
          )}
          {marks.map(({ atMs, letter }) => (
            <ReferenceLine key={letter} x={atMs} ifOverflow="extendDomain" {...markLine(letter)} />
          ))}
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
