'use client';

import { useId } from 'react';
import { Area, AreaChart, CartesianGrid, ReferenceArea, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

import { useUrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { dropUnwritten, gapsOf } from '@/components/ui/gaps.model';
import { EmptyState } from '@/components/ui/empty-state';
import { formatAxis, formatCount, plural } from '@/components/ui/number.model';
import { usePreferences } from '@/components/ui/preferences';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { AsOf } from '@/components/ui/time';
import { formatTime } from '@/components/ui/time.model';
import type { HistoryView } from '@/lib/console/queries/history';
import { type ChartPoint, chartPoints, ranges, readRange, unknownPoints } from './backlog.model';

const HEIGHT_PX = 180;
const TICK = { fontSize: 11, fill: 'var(--text-3)' } as const;
const AREAS = [
  { key: 'inFlight', name: 'In flight', color: 'var(--inflight-solid)' },
  { key: 'ready', name: 'Ready', color: 'var(--ready-solid)' },
  { key: 'waiting', name: 'Waiting for a retry', color: 'var(--waiting-solid)' },
] as const;

/** What a group had to do over time. Gaps are times nobody sampled: unknown, not 0. */
export function BacklogChart({ group }: { readonly group: string }) {
  const url = useUrlParams();
  const range = readRange(url.get('range'));
  const history = useLiveQuery<HistoryView>({
    url: '/api/console/history',
    params: { scope: 'group', name: group, from: `-${range}` },
    live: { kinds: ['sample'] },
  });
  const points =
    history.data === undefined
      ? []
      : dropUnwritten(chartPoints(history.data), history.data.stepSeconds * 1000, ({ ready }) => ready !== null);
  const known = points.filter(({ ready }) => ready !== null);
  const gaps = unknownPoints(points);
  return (
    <section className="panel">
      <header>
        <h2>Backlog over time</h2>
        <span className="small text-3">
          {known.length === 0
            ? ''
            : `at most ${formatCount(Math.max(...known.map(({ total }) => total ?? 0)))}${gaps > 0 ? `, ${plural(gaps, 'point')} of ${formatCount(points.length)} unknown` : ''}`}
        </span>
        <span className="panel-end row wrap">
          <Segmented
            label="Range"
            options={ranges}
            value={range}
            onChange={(value) => url.set({ range: value === '1h' ? undefined : value })}
          />
          {history.asOf === null || history.error !== null ? null : <AsOf at={history.asOf} />}
        </span>
      </header>
      <div className="panel-body">
        {history.error === null ? null : <ReadProblem error={history.error} onRetry={history.retry} />}
        {history.error !== null && history.data === undefined ? null : history.data === undefined ? (
          <Skeleton rows={6} />
        ) : known.length === 0 ? (
          <EmptyState kind="none-in-range" title="Nothing sampled">
            The backlog of this group was not known at any time in this range.
          </EmptyState>
        ) : (
          <Chart points={points} days={range.endsWith('d')} />
        )}
      </div>
    </section>
  );
}

function Chart({ points, days }: { readonly points: readonly ChartPoint[]; readonly days: boolean }) {
  const { timeZone } = usePreferences();
  const hatch = useId();
  const time = (atMs: number, style: 'clock' | 'day-clock'): string =>
    formatTime(new Date(atMs).toISOString(), timeZone, style, atMs);
  const tick = (atMs: number): string =>
    days ? time(atMs, 'day-clock').slice(0, -9) : time(atMs, 'clock').slice(0, 5);
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <AreaChart data={[...points]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <defs>
            <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2" height="5" fill="var(--hatch)" />
            </pattern>
          </defs>
          {gapsOf(points.map(({ atMs, ready }) => ({ atMs, isKnown: ready !== null }))).map(({ fromMs, toMs }) => (
            <ReferenceArea key={fromMs} x1={fromMs} x2={toMs} fill={`url(#${hatch})`} fillOpacity={1} stroke="none" />
          ))}
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="atMs"
            type="number"
            domain={['dataMin', 'dataMax']}
            tickFormatter={tick}
            tick={TICK}
            stroke="var(--line-strong)"
            minTickGap={48}
          />
          <YAxis allowDecimals={false} tick={TICK} stroke="var(--line-strong)" width={44} tickFormatter={formatAxis} />
          <Tooltip
            isAnimationActive={false}
            contentStyle={{
              background: 'var(--surface)',
              border: '1px solid var(--line-strong)',
              borderRadius: 6,
              fontSize: 12,
            }}
            labelFormatter={(at) => (typeof at === 'number' ? time(at, days ? 'day-clock' : 'clock') : '')}
          />
          {AREAS.map(({ key, name, color }) => (
            <Area
              key={key}
              dataKey={key}
              name={name}
              stackId="all"
              type="stepAfter"
              stroke="none"
              fill={color}
              fillOpacity={0.6}
              connectNulls={false}
              isAnimationActive={false}
            />
          ))}
          {/* A line where 0 is known: a gap has none. */}
          <Area
            dataKey="total"
            name="Backlog"
            type="stepAfter"
            stroke="var(--text-2)"
            fill="none"
            connectNulls={false}
            isAnimationActive={false}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
