'use client';

import { Later } from '@/components/charts/later';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { PartProblem } from '@/components/live/part-problem';
import { formatCount, plural } from '@/components/ui/number.model';
import { ReadingAsOf } from '@/components/ui/reading';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import type { ChartBar, ChartRange } from '@/lib/console/operations/limits/views';
import { valueOrNull } from '@/lib/model/reading';
import { limitSince, numberMarks, sinceFirstCount, unknownStretches } from './chart.model';
import { MarkList } from './mark-list';
import styles from './throttling.module.css';
import { ownLimit } from './throttling.model';

const BARS_PX = 220;
const loadBars = () => import('./send-bars');

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
  readonly onRetry: () => void;
  readonly mayAudit: boolean;
}

/** Sends accepted and refused per second, the lines that limit them, and what happened meanwhile. */
export function SendChart({ page, topics, onTopic, onRange, onRetry, mayAudit }: SendChartProps) {
  const { bars, marks, topic, range, stepSeconds } = page;
  const limit = ownLimit(page);
  const names = topic === null || topics.includes(topic) ? topics : [topic, ...topics];
  const all = valueOrNull(bars) ?? [];
  const drawn = sinceFirstCount(all);
  const known = drawn.filter(({ accepted }) => accepted !== null);
  const numbered = numberMarks(valueOrNull(marks) ?? [], drawn);
  const line = limit?.enabled === true ? limit : undefined;
  const since = line === undefined ? null : limitSince(line, valueOrNull(marks), drawn);
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
          <ReadingAsOf reading={bars} />
        </span>
      </header>
      {bars.kind === 'unknown' ? (
        <PartProblem what="Sends over time" reason={bars.reason} onRetry={onRetry} />
      ) : (
        <div className="panel-body col">
          {known.length === 0 ? (
            <EmptyState kind="none-in-range" title="No data">
              No broker was running in this range, so sends were not counted.
            </EmptyState>
          ) : known.every(({ accepted, refused }) => (accepted ?? 0) + (refused ?? 0) === 0) ? (
            <EmptyState kind="none-in-range" title="Nothing was sent">
              No send was accepted or refused in{' '}
              {known.length === all.length ? 'this range' : 'the counted part of this range'}.
            </EmptyState>
          ) : (
            <Later load={loadBars} heightPx={BARS_PX}>
              {({ SendBars }) => (
                <SendBars bars={drawn} limit={line} since={since} marks={numbered} heightPx={BARS_PX} />
              )}
            </Later>
          )}
          <p className="small text-3">
            {describe(all, page.limits.kind === 'unknown' ? 'unknown' : (line?.hard ?? null))}
            {limit !== undefined && !limit.enabled ? ' The send-rate limit is switched off.' : ''}
          </p>
          {marks.kind === 'unknown' ? (
            <PartProblem what="Limits, alarms and re-drives of this time" reason={marks.reason} onRetry={onRetry} />
          ) : (
            <MarkList marks={numbered} total={marks.value.length} mayAudit={mayAudit} />
          )}
        </div>
      )}
    </section>
  );
}

/** What the bars say, for those who do not see them. */
function describe(bars: readonly ChartBar[], hard: number | null | 'unknown'): string {
  const most = Math.max(0, ...bars.map(({ accepted }) => accepted ?? 0));
  const refused = bars.filter((bar) => (bar.refused ?? 0) > 0).length;
  const line =
    hard === 'unknown'
      ? 'Whether there is a send-rate limit is unknown.'
      : hard === null
        ? 'No send-rate limit.'
        : `Limit ${formatCount(hard)}/s.`;
  const peak = formatCount(Math.round(most * 10) / 10);
  const refusals =
    refused === 0 ? 'none was refused' : `some were refused in ${refused} of ${plural(bars.length, 'bar')}`;
  const gaps = unknownStretches(bars).length === 0 ? '' : ' Hatched: no broker was running, so nothing was counted.';
  return `${line} At most ${peak} sends/s were accepted; ${refusals}.${gaps}`;
}
