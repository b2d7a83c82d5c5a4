'use client';

import Link from 'next/link';
import { useId } from 'react';
import { Area, AreaChart, CartesianGrid, ReferenceArea, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

import { useUrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { gapsOf } from '@/components/ui/gaps.model';
import { EmptyState } from '@/components/ui/empty-state';
import { formatAxis, formatCount, plural } from '@/components/ui/number.model';
import { usePreferences } from '@/components/ui/preferences';
import { formatRate } from '@/components/ui/rate.model';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { AsOf } from '@/components/ui/time';
import { formatTime } from '@/components/ui/time.model';
import type { HistoryView } from '@/lib/console/queries/history';
import { type FlowPoint, flowPoints, summarizeFlow } from './flow.model';

const HEIGHT_PX = 160;
const TICK = { fontSize: 11, fill: 'var(--text-3)' } as const;
const ranges = [
  { value: '1h', label: '1 h' },
  { value: '6h', label: '6 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '14d', label: '14 d' },
] as const;

/** What was stored on a topic and what was refused, over time. Gaps are times nobody sampled: unknown, not 0. */
export function FlowChart({ topic }: { readonly topic: string }) {
  const url = useUrlParams();
  const range = ranges.find(({ value }) => value === url.get('range'))?.value ?? '1h';
  const live = { kinds: ['sample'] } as const;
  const own = useLiveQuery<HistoryView>({
    url: '/api/console/history',
    params: { scope: 'topic', name: topic, from: `-${range}` },
    live,
  });
  const broker = useLiveQuery<HistoryView>({
    url: '/api/console/history',
    params: { scope: 'broker', from: `-${range}` },
    live,
  });
  const error = own.error ?? broker.error;
  const points = own.data === undefined || broker.data === undefined ? undefined : flowPoints(own.data, broker.data);
  const { most, refusedPoints, unknownPoints } = summarizeFlow(points ?? []);
  return (
    <section className="panel">
      <header>
        <h2>Stored over time</h2>
        <span className="small text-3">
          {points === undefined || points.length === 0
            ? ''
            : `at most ${formatRate(most)}, ${refusedPoints === 0 ? 'nothing refused' : `refused in ${plural(refusedPoints, 'point')}`}${unknownPoints > 0 ? `, ${plural(unknownPoints, 'point')} of ${formatCount(points.length)} unknown` : ''}`}
        </span>
        <span className="panel-end row wrap">
          <Segmented
            label="Range"
            options={ranges}
            value={range}
            onChange={(value) => url.set({ range: value === '1h' ? undefined : value })}
          />
          {own.asOf === null || error !== null ? null : <AsOf at={own.asOf} />}
        </span>
      </header>
      <div className="panel-body col">
        {error === null ? null : (
          <ReadProblem
            error={error}
            onRetry={() => {
              own.retry();
              broker.retry();
            }}
          />
        )}
        {points === undefined ? (
          error === null ? (
            <Skeleton rows={6} />
          ) : null
        ) : points.length === 0 ? (
          <EmptyState kind="none-in-range" title="Nothing sampled">
            What was stored on this topic was not known at any time in this range.
          </EmptyState>
        ) : (
          <Chart points={points} days={range.endsWith('d')} />
        )}
        {refusedPoints === 0 ? null : (
          <p className="small">
            <Link href={`/throttling?topic=${encodeURIComponent(topic)}`} prefetch={false}>
              Who was refused, and by which limit
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}

function Chart({ points, days }: { readonly points: readonly FlowPoint[]; readonly days: boolean }) {
  const { timeZone } = usePreferences();
  const hatch = useId();
  const time = (atMs: number, style: 'clock' | 'day-clock'): string =>
    formatTime(new Date(atMs).toISOString(), timeZone, style, atMs);
  const tick = (atMs: number): string =>
    days ? time(atMs, 'day-clock').slice(0, -9) : time(atMs, 'clock').slice(0, 5);
  const common = { stackId: 'all', type: 'stepAfter', connectNulls: false, isAnimationActive: false } as const;
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <AreaChart data={[...points]} margin={{ top: 4, right: 4, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <defs>
            <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2" height="5" fill="var(--hatch)" />
            </pattern>
          </defs>
          {gapsOf(points.map(({ atMs, stored }) => ({ atMs, isKnown: stored !== null }))).map(({ fromMs, toMs }) => (
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
          <YAxis tick={TICK} stroke="var(--line-strong)" width={48} tickFormatter={formatAxis} />
          <Tooltip
            isAnimationActive={false}
            contentStyle={{
              background: 'var(--surface)',
              border: '1px solid var(--line-strong)',
              borderRadius: 6,
              fontSize: 12,
            }}
            labelFormatter={(at) => (typeof at === 'number' ? time(at, days ? 'day-clock' : 'clock') : '')}
            formatter={(value) => (typeof value === 'number' ? formatRate(value) : 'unknown')}
          />
          <Area
            {...common}
            dataKey="stored"
            name="Stored"
            stroke="var(--ready-solid)"
            fill="var(--ready-solid)"
            fillOpacity={0.6}
          />
          <Area
            {...common}
            dataKey="refused"
            name="Refused"
            stroke="none"
            fill="var(--throttled-solid)"
            fillOpacity={0.6}
          />
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}
