'use client';

import { ReadProblem } from '@/components/live/read-problem';
import { useLiveQuery } from '@/components/live/use-live-query';
import { EmptyState } from '@/components/ui/empty-state';
import { usePreferences } from '@/components/ui/preferences';
import { Skeleton } from '@/components/ui/skeleton';
import { AsOf } from '@/components/ui/time';
import { formatTime } from '@/components/ui/time.model';
import type { AlarmView } from '@/lib/console/operations/alarms/views';
import type { ChangeView } from '@/lib/console/operations/groups/views';
import { amountText } from '@/lib/model/alarm/amount';
import { groupOfSubject } from '@/lib/model/alarm/subject';
import { SIGNALS } from '@/lib/model/signal/signal';
import { marksOf, sinceFirstNumber } from './alarm-chart.model';
import { AlarmDrawing } from './alarm-drawing';
import { t } from '@/lib/model/language/t';

/** Minutes alone would repeat themselves on the axis of a shorter time. */
const SHORT_MS = 10 * 60_000;

interface AlarmChartProps {
  readonly id: string;
  readonly alarm: AlarmView;
  /** Newest first. */
  readonly changes: readonly ChangeView[];
}

/** The value before and while it fired, the line that it crossed, and what changed beside it. */
export function AlarmChart({ id, alarm, changes }: AlarmChartProps) {
  const { timeZone } = usePreferences();
  const { data, error, retry, asOf } = useLiveQuery('alarmSeries', { id }, { live: { kinds: ['sample', 'alarm'] } });
  const { watch, firedAt } = alarm;
  const isOfLetters = SIGNALS[watch].ofDeadLetters;
  const title = isOfLetters
    ? t('Dead letters of {group}', { group: groupOfSubject(alarm.subject) })
    : t(SIGNALS[watch].says);
  const drawn = data === undefined ? undefined : sinceFirstNumber(data);
  const isShort = drawn !== undefined && drawn.untilMs - drawn.fromMs < SHORT_MS;
  const clock = (atMs: number, seconds = isShort): string => {
    const text = formatTime(new Date(atMs).toISOString(), timeZone, 'clock', atMs);
    return seconds ? text.slice(0, 8) : text.slice(0, 5);
  };
  const known = data?.points.filter(({ value }) => value !== null) ?? [];
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        <span className="small text-3">
          {drawn === undefined ? '' : t('{from} to {to}', { from: clock(drawn.fromMs), to: clock(drawn.untilMs) })}
        </span>
        <span className="panel-end">{asOf === null || error !== null ? null : <AsOf at={asOf} />}</span>
      </header>
      <div className="panel-body">
        <ReadProblem error={error} onRetry={retry} />
        {drawn === undefined ? (
          error === null ? (
            <Skeleton rows={6} />
          ) : null
        ) : known.length === 0 ? (
          <EmptyState kind="none-in-range" title={t('No data')}>
            {t('No data is kept for that time.')}
          </EmptyState>
        ) : (
          <AlarmDrawing
            data={drawn}
            firedMs={Date.parse(firedAt)}
            marks={marksOf(changes, firedAt)}
            clock={clock}
            lineText={drawn.line === null ? '' : t('threshold {amount}', { amount: amountText(watch, drawn.line) })}
          />
        )}
      </div>
    </section>
  );
}
