'use client';

import { Later } from '@/components/charts/later';
import { marksWithin } from '@/components/charts/marks.model';
import { EmptyState } from '@/components/ui/empty-state';
import { AsOf } from '@/components/ui/time';
import type { FailureMinute } from '@/lib/console/operations/groups/views';
import type { Reading } from '@/lib/model/reading';
import { failuresText } from './unreported.model';

const BARS_PX = 140;
const loadBars = () => import('./failure-bars');
const MINUTE_MS = 60_000;

function NothingFailed({ unreported }: { readonly unreported: Reading<number> }) {
  if (unreported.kind !== 'unknown' && unreported.value === 0)
    return (
      <EmptyState kind="none-in-range" title="Nothing failed">
        No delivery of this group failed in the last 60 minutes.
      </EmptyState>
    );
  return (
    <EmptyState kind="none-in-range" title="No failure is reported">
      A client that consumes in order retries by itself and reports only the end. What failed there so far is unknown.
    </EmptyState>
  );
}

/** When deliveries failed and messages died, minute by minute: the sentence says what the bars show. */
export function FailureChart({
  failures,
  unreported,
  broadcast = false,
  since,
  letters,
}: {
  readonly failures: Reading<readonly FailureMinute[]>;
  /** Keys whose clients may be retrying on their own. */
  readonly unreported: Reading<number>;
  /** Failures are not retried, and no message becomes a dead letter. */
  readonly broadcast?: boolean;
  /** When the group was made: nothing failed before. */
  readonly since: string;
  /** Of what changed. */
  readonly letters: ReadonlyMap<{ readonly at: string }, string>;
}) {
  const all = failures.kind === 'unknown' ? [] : failures.value;
  const minutes = all.filter(({ at }) => Date.parse(at) > Date.parse(since) - MINUTE_MS);
  const marks = marksWithin(
    letters,
    Date.parse(minutes[0]?.at ?? since),
    Date.parse(minutes.at(-1)?.at ?? since) + MINUTE_MS,
  );
  const failed = minutes.reduce((sum, minute) => sum + minute.failed, 0);
  const died = minutes.reduce((sum, minute) => sum + minute.died, 0);
  return (
    <section className="panel">
      <header>
        <h2>Failures per minute</h2>
        {failures.kind === 'unknown' ? null : (
          <>
            <span className="small text-3">{failuresText(failed, died, unreported, { broadcast })}</span>
            <span className="panel-end">
              <AsOf at={failures.asOf} />
            </span>
          </>
        )}
      </header>
      <div className="panel-body">
        {failures.kind === 'unknown' ? (
          <EmptyState kind="could-not-load">They could not be loaded: {failures.reason}.</EmptyState>
        ) : failed + died === 0 ? (
          <NothingFailed unreported={unreported} />
        ) : (
          <Later load={loadBars} heightPx={BARS_PX}>
            {({ FailureBars }) => <FailureBars {...{ minutes, marks, broadcast }} heightPx={BARS_PX} />}
          </Later>
        )}
      </div>
    </section>
  );
}
