'use client';

import type { ReactNode } from 'react';
import { useUrlParams } from '@/components/data-table/use-url-params';
import { ReadProblem } from '@/components/live/read-problem';
import type { LiveQuery } from '@/components/live/use-live-query';
import { useWorkspace } from '@/components/live/use-workspace';
import { EmptyState } from '@/components/ui/empty-state';
import { Segmented } from '@/components/ui/segmented';
import { Skeleton } from '@/components/ui/skeleton';
import { AsOf } from '@/components/ui/time';
import { type Range, ranges, readRange } from './range.model';
import { formatPart } from '@/lib/model/share';
import { t } from '@/lib/model/language/t';

interface HistoryPanelProps {
  readonly title: string;
  /** All readings it is drawn from; the first one gives its time. */
  readonly reads: readonly Pick<LiveQuery<unknown>, 'error' | 'asOf' | 'retry'>[];
  /** Undefined: not read yet. Empty: nothing is known of the range. */
  readonly points: readonly unknown[] | undefined;
  /** What the picture says, in words. */
  readonly summary: string;
  readonly unknownPoints: number;
  /** What was not known at any time in the range. */
  readonly nothing: string;
  /** Beside another panel that has the choice of the range for both. */
  readonly isBeside?: boolean;
  readonly children: ReactNode;
}

/** The range of the charts of a page; it lives in the address. */
export function useRange(): Range {
  return readRange(useUrlParams().get('range'));
}

/** The panel of a chart of stored history: what it says in words, of which time, and what is not known of it. */
export function HistoryPanel({
  title,
  reads,
  points,
  summary,
  unknownPoints,
  nothing,
  isBeside = false,
  children,
}: HistoryPanelProps) {
  const url = useUrlParams();
  const range = useRange();
  const workspace = useWorkspace();
  const error = reads.find((read) => read.error !== null)?.error ?? null;
  const asOf = reads[0]?.asOf ?? null;
  const isEmpty = points === undefined || points.length === 0;
  // A picture of a chart alone says which cluster it is of.
  const whole = workspace === null ? summary : t('{workspace}: {summary}', { workspace, summary });
  const said = isEmpty
    ? ''
    : unknownPoints === 0
      ? whole
      : t('{summary}, no data for {part} of this time', {
          summary: whole,
          part: formatPart(unknownPoints, points.length, 0),
        });
  return (
    <section className="panel">
      <header>
        <h2>{title}</h2>
        <span className="small text-3">{said}</span>
        <span className="panel-end row wrap">
          {isBeside ? null : (
            <Segmented
              label={t('Range')}
              options={ranges()}
              value={range}
              onChange={(value) => url.set({ range: value === '1h' ? undefined : value })}
            />
          )}
          {asOf === null || error !== null ? null : <AsOf at={asOf} />}
        </span>
      </header>
      <div className="panel-body col">
        <ReadProblem
          error={error}
          onRetry={() => {
            for (const read of reads) read.retry();
          }}
        />
        {points === undefined && error === null ? <Skeleton rows={6} /> : null}
        {points?.length === 0 ? (
          <EmptyState kind="none-in-range" title={t('No data')}>
            {nothing}
          </EmptyState>
        ) : null}
        {isEmpty ? null : children}
      </div>
    </section>
  );
}
