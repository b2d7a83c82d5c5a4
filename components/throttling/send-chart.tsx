'use client';

import { Later } from '@/components/charts/later';
import { EmptyState } from '@/components/ui/empty-state';
import { FilterSelect } from '@/components/filters/filter-select';
import { PartProblem } from '@/components/live/part-problem';
import { formatCount } from '@/components/ui/number.model';
import { ReadingAsOf } from '@/components/ui/reading';
import type { ThrottlingPage } from '@/lib/console/operations/limits/views';
import type { ChartBar, ChartRange } from '@/lib/console/operations/limits/views';
import { valueOrNull } from '@/lib/model/reading';
import { limitSince, numberMarks, sinceFirstCount, unknownStretches } from './chart.model';
import { MarkList } from './mark-list';
import styles from './throttling.module.css';
import { ownLimit } from './throttling.model';
import { pieces, t } from '@/lib/model/language/t';
import { Said } from '@/components/ui/said';
import { formatDuration } from '@/components/ui/duration.model';
import { sentences } from '@/lib/model/language/list';

const BARS_PX = 220;
const loadBars = () => import('./send-bars');

const RANGES: readonly { readonly value: ChartRange; readonly ms: number }[] = [
  { value: '15m', ms: 900_000 },
  { value: '1h', ms: 3_600_000 },
  { value: '24h', ms: 86_400_000 },
];
const ranges = () => RANGES.map(({ value, ms }) => ({ value, label: formatDuration(ms) }));

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
    <section className="panel" aria-label={t('Sends')}>
      <header>
        <h2>{topic === null ? t('Sends to all topics') : t('Sends to topic {topic}', { topic })}</h2>
        <span className={styles.legend}>
          <Said
            of={pieces('{accepted} accepted {refused} refused', {
              accepted: <i className={styles.accepted} />,
              refused: <i className={styles.refused} />,
            })}
          />
        </span>
        <span className="small text-3">
          {t('per second, busiest {time} of each bar', { time: formatDuration(stepSeconds * 1000) })}
        </span>
        <span className="panel-end row wrap">
          <FilterSelect
            name={t('topic')}
            value={topic ?? '*'}
            options={[{ value: '*', label: t('all') }, ...names.map((name) => ({ value: name, label: name }))]}
            onChange={onTopic}
          />
          <FilterSelect name={t('range')} value={range} options={ranges()} onChange={onRange} />
          <ReadingAsOf reading={bars} />
        </span>
      </header>
      {bars.kind === 'unknown' ? (
        <PartProblem what={t('Sends over time')} reason={bars.reason} onRetry={onRetry} />
      ) : (
        <div className="panel-body col">
          {known.length === 0 ? (
            <EmptyState kind="none-in-range" title={t('No data')}>
              {t('No broker was running in this range, so sends were not counted.')}
            </EmptyState>
          ) : known.every(({ accepted, refused }) => (accepted ?? 0) + (refused ?? 0) === 0) ? (
            <EmptyState kind="none-in-range" title={t('Nothing was sent')}>
              {known.length === all.length
                ? t('No send was accepted or refused in this range.')
                : t('No send was accepted or refused in the counted part of this range.')}
            </EmptyState>
          ) : (
            <Later load={loadBars} heightPx={BARS_PX}>
              {({ SendBars }) => (
                <SendBars bars={drawn} limit={line} since={since} marks={numbered} heightPx={BARS_PX} />
              )}
            </Later>
          )}
          <p className="small text-3">
            {sentences(
              describe(all, page.limits.kind === 'unknown' ? 'unknown' : (line?.hard ?? null)),
              limit !== undefined && !limit.enabled ? t('The send-rate limit is disabled.') : '',
            )}
          </p>
          {marks.kind === 'unknown' ? (
            <PartProblem
              what={t('Limits, alarms and re-drives of this time')}
              reason={marks.reason}
              onRetry={onRetry}
            />
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
      ? t('Whether there is a send-rate limit is unknown.')
      : hard === null
        ? t('No send-rate limit.')
        : t('Limit: {limit, number}/s.', { limit: hard });
  const peak = formatCount(Math.round(most * 10) / 10);
  const refusals =
    refused === 0
      ? t('At most {peak} sends/s were accepted; none was refused.', { peak })
      : t(
          `At most {peak} sends/s were accepted; some were refused in {refused, number} of {bars, plural, one {# bar}
          other {# bars}}.`,
          { peak, refused, bars: bars.length },
        );
  const gaps = unknownStretches(bars).length === 0 ? '' : t('Hatched: no broker was running, so nothing was counted.');
  return sentences(line, refusals, gaps);
}
