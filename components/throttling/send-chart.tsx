'use client';

import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/ui/filter-select';
import { formatCount } from '@/components/ui/number.model';
import { usePreferences } from '@/components/ui/preferences';
import { AsOf } from '@/components/ui/time';
import { formatTime } from '@/components/ui/time.model';
import type { ChartBar, ChartRange, ThrottlingPage } from '@/lib/console/queries/throttling';
import styles from './throttling.module.css';

const HEIGHT_PX = 200;
const TICK = { fontSize: 11, fill: 'var(--text-3)' } as const;
const ranges: readonly { readonly value: ChartRange; readonly label: string }[] = [
  { value: '15m', label: '15 min' },
  { value: '1h', label: '1 h' },
  { value: '24h', label: '24 h' },
];

interface SendChartProps {
  readonly page: ThrottlingPage;
  readonly topics: readonly string[];
  readonly onTopic: (topic: string) => void;
  readonly onRange: (range: ChartRange) => void;
}

/** Sends accepted and refused per second, with the lines that limit them. */
export function SendChart({ page, topics, onTopic, onRange }: SendChartProps) {
  const { bars, topic, range, stepSeconds } = page;
  const scope = topic === null ? 'broker' : 'topic';
  const limit = page.limits.find(
    (one) => one.kind === 'send-rate' && one.scope === scope && one.subject === (topic ?? ''),
  );
  const names = topic === null || topics.includes(topic) ? topics : [topic, ...topics];
  return (
    <section className="panel" aria-label="Sends">
      <header>
        <h2>{topic === null ? 'Sends to all topics' : `Sends to topic ${topic}`}</h2>
        <span className={styles.legend}>
          <i className={styles.accepted} /> accepted <i className={styles.refused} /> refused
        </span>
        <span className="small text-3">per second, busiest {stepSeconds} s of each bar</span>
        <span className="panel-end row wrap">
          <FilterSelect
            name="topic"
            value={topic ?? '*'}
            options={[{ value: '*', label: 'all' }, ...names.map((name) => ({ value: name, label: name }))]}
            onChange={onTopic}
          />
          <FilterSelect name="range" value={range} options={ranges} onChange={onRange} />
        </span>
      </header>
      <div className="panel-body">
        {bars.kind === 'unknown' ? (
          <EmptyState kind="could-not-ask">It was not possible to count: {bars.reason}.</EmptyState>
        ) : bars.value.every(({ accepted, refused }) => accepted + refused === 0) ? (
          <EmptyState kind="none-in-range" title="Nothing was sent">
            No send was accepted or refused in this range.
          </EmptyState>
        ) : (
          <Bars bars={bars.value} limit={limit?.enabled === true ? limit : undefined} />
        )}
        <p className="small text-3">
          {describe(bars.kind === 'unknown' ? [] : bars.value, limit?.enabled === true ? limit.hard : null)}
          {limit !== undefined && !limit.enabled ? ' The send-rate limit is switched off.' : ''}
        </p>
      </div>
      {bars.kind === 'unknown' ? null : (
        <footer>
          <AsOf at={bars.asOf} />
        </footer>
      )}
    </section>
  );
}

/** What the bars say, for those who do not see them. */
function describe(bars: readonly ChartBar[], hard: number | null): string {
  const most = Math.max(0, ...bars.map(({ accepted }) => accepted));
  const refused = bars.filter((bar) => bar.refused > 0).length;
  const line = hard === null ? 'No send-rate limit.' : `Limit ${formatCount(hard)}/s.`;
  return `${line} Accepted at most ${formatCount(Math.round(most * 10) / 10)}/s; sends were refused in ${refused} of ${bars.length} bars.`;
}

interface BarsProps {
  readonly bars: readonly ChartBar[];
  readonly limit: { readonly hard: number; readonly softShare: number; readonly version: number } | undefined;
}

function Bars({ bars, limit }: BarsProps) {
  const { timeZone } = usePreferences();
  const clock = (at: string): string => formatTime(at, timeZone, 'clock', Date.parse(at)).slice(0, 5);
  const top = Math.max(...bars.map(({ accepted, refused }) => accepted + refused));
  // A line far above all bars would press them flat: it is said in words instead.
  const showsLine = limit !== undefined && limit.hard <= top * 4;
  const domain: [number, number] = [0, roundUp(Math.max(top, showsLine ? limit.hard : 0) * 1.05)];
  return (
    <div aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT_PX}>
        <BarChart
          data={[...bars]}
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
          barCategoryGap={1}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="at"
            tickFormatter={clock}
            tick={TICK}
            stroke="var(--line-strong)"
            interval={Math.floor(bars.length / 6)}
          />
          <YAxis
            domain={domain}
            tickFormatter={(value: number) => formatCount(Math.round(value * 10) / 10)}
            tick={TICK}
            stroke="var(--line-strong)"
            width={44}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--hover)' }}
            contentStyle={{
              background: 'var(--surface)',
              border: '1px solid var(--line-strong)',
              borderRadius: 6,
              fontSize: 12,
            }}
            labelFormatter={(at) => (typeof at === 'string' ? clock(at) : '')}
            formatter={(value) => (typeof value === 'number' ? `${formatCount(Math.round(value * 10) / 10)}/s` : '')}
          />
          <Bar dataKey="accepted" name="Accepted" stackId="all" fill="var(--ready-solid)" isAnimationActive={false} />
          <Bar dataKey="refused" name="Refused" stackId="all" fill="var(--throttled-solid)" isAnimationActive={false} />
          {showsLine ? (
            <ReferenceLine
              y={limit.hard}
              stroke="var(--text)"
              strokeWidth={1.5}
              label={{
                value: `limit ${formatCount(limit.hard)}/s, rule v${limit.version}`,
                position: 'insideBottomLeft',
                fontSize: 11,
                fill: 'var(--text)',
              }}
            />
          ) : null}
          {showsLine ? (
            <ReferenceLine y={limit.hard * limit.softShare} stroke="var(--waiting-solid)" strokeDasharray="3 3" />
          ) : null}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

/** The next round number, so that the axis ends with one. */
function roundUp(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value)) / 2;
  return Math.ceil(value / step) * step;
}
