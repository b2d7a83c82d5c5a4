'use client';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

import { axis, tooltip } from '@/components/charts/look';
import { EmptyState } from '@/components/ui/empty-state';
import { usePreferences } from '@/components/ui/preferences';
import { AsOf } from '@/components/ui/time';
import { formatTime } from '@/components/ui/time.model';
import type { FailureMinute } from '@/lib/console/reads/group';
import type { Reading } from '@/lib/model/reading';
import { failuresText } from './unreported.model';

const HEIGHT_PX = 140;

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
}: {
  readonly failures: Reading<readonly FailureMinute[]>;
  /** Keys whose clients may be retrying on their own. */
  readonly unreported: Reading<number>;
  /** Failures are not retried, and no message becomes a dead letter. */
  readonly broadcast?: boolean;
}) {
  const { timeZone } = usePreferences();
  const minutes = failures.kind === 'unknown' ? [] : failures.value;
  const failed = minutes.reduce((sum, minute) => sum + minute.failed, 0);
  const died = minutes.reduce((sum, minute) => sum + minute.died, 0);
  const clock = (at: string): string => formatTime(at, timeZone, 'clock', Date.parse(at)).slice(0, 5);
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
          <EmptyState kind="could-not-ask">They could not be counted: {failures.reason}.</EmptyState>
        ) : failed + died === 0 ? (
          <NothingFailed unreported={unreported} />
        ) : (
          <div aria-hidden="true">
            <ResponsiveContainer width="100%" height={HEIGHT_PX}>
              <BarChart
                data={[...minutes]}
                margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
                barCategoryGap={1}
                accessibilityLayer={false}
              >
                <CartesianGrid vertical={false} stroke="var(--line)" />
                <XAxis {...axis} dataKey="at" tickFormatter={clock} interval={9} />
                <YAxis {...axis} allowDecimals={false} width={32} />
                <Tooltip {...tooltip} labelFormatter={(at) => (typeof at === 'string' ? clock(at) : '')} />
                <Bar
                  dataKey="failed"
                  name={broadcast ? 'Failed, not retried' : 'Failed, retried'}
                  stackId="all"
                  fill={broadcast ? 'var(--dlq-solid)' : 'var(--waiting-solid)'}
                  isAnimationActive={false}
                />
                <Bar dataKey="died" name="Died" stackId="all" fill="var(--dlq-solid)" isAnimationActive={false} />
              </BarChart>
            </ResponsiveContainer>
          </div>
        )}
      </div>
    </section>
  );
}
