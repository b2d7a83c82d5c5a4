'use client';

import { Later } from '@/components/charts/later';
import { marksWithin } from '@/components/charts/marks.model';
import { EmptyState } from '@/components/ui/empty-state';
import { AsOf } from '@/components/ui/time';
import type { FailureMinute } from '@/lib/console/operations/groups/views';
import type { Reading } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';

const BARS_PX = 140;
const loadBars = () => import('./failure-bars');
const MINUTE_MS = 60_000;

interface FailureChartProps {
  readonly failures: Reading<readonly FailureMinute[]>;
  /** When the group was made: nothing failed before. */
  readonly since: string;
  /** Of what changed. */
  readonly letters: ReadonlyMap<{ readonly at: string }, string>;
}

/** When deliveries of a broadcast group failed, minute by minute: it has no backlog of its own. */
export function FailureChart({ failures, since, letters }: FailureChartProps) {
  const all = failures.kind === 'unknown' ? [] : failures.value;
  const minutes = all.filter(({ at }) => Date.parse(at) > Date.parse(since) - MINUTE_MS);
  const marks = marksWithin(
    letters,
    Date.parse(minutes[0]?.at ?? since),
    Date.parse(minutes.at(-1)?.at ?? since) + MINUTE_MS,
  );
  return (
    <section className="panel">
      <header>
        <h2>{t('Failures per minute')}</h2>
        {failures.kind === 'unknown' ? null : (
          <span className="panel-end">
            <AsOf at={failures.asOf} />
          </span>
        )}
      </header>
      <div className="panel-body">
        {failures.kind === 'unknown' ? (
          <EmptyState kind="could-not-load">
            {t('The failures could not be loaded: {reason}.', { reason: failures.reason })}
          </EmptyState>
        ) : minutes.every(({ failed }) => failed === 0) ? (
          <p className="small text-2">{t('No delivery failed in the last 60 minutes.')}</p>
        ) : (
          <Later load={loadBars} heightPx={BARS_PX}>
            {({ FailureBars }) => <FailureBars {...{ minutes, marks }} heightPx={BARS_PX} />}
          </Later>
        )}
      </div>
    </section>
  );
}
