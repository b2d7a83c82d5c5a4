'use client';

import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

import { axis, markLine, MARKS_PX, tooltip } from '@/components/charts/look';
import { marksWithin } from '@/components/charts/marks.model';
import { EmptyState } from '@/components/ui/empty-state';
import { usePreferences } from '@/components/ui/preferences';
import { AsOf } from '@/components/ui/time';
import { formatTime } from '@/components/ui/time.model';
import type { FailureMinute } from '@/lib/console/reads/group';
import type { Reading } from '@/lib/model/reading';
import { failuresText } from './unreported.model';

const HEIGHT_PX = 140;
const MINUTE_MS = 60_000;
/** A bar of a young group is not a block. */
const WIDEST_BAR_PX = 24;

/** The bar of the minute in which it happened. */
function minuteOf(minutes: readonly FailureMinute[], atMs: number): string {
  return minutes.findLast(({ at }) => Date.parse(at) <= atMs)?.at ?? '';
}

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
  const { timeZone } = usePreferences();
  const all = failures.kind === 'unknown' ? [] : failures.value;
  const minutes = all.filter(({ at }) => Date.parse(at) > Date.parse(since) - MINUTE_MS);
  const marks = marksWithin(
    letters,
    Date.parse(minutes[0]?.at ?? since),
    Date.parse(minutes.at(-1)?.at ?? since) + MINUTE_MS,
  );
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
          <EmptyState kind="could-not-load">They could not be loaded: {failures.reason}.</EmptyState>
        ) : failed + died === 0 ? (
          <NothingFailed unreported={unreported} />
        ) : (
          <div aria-hidden="true">
            <ResponsiveContainer width="100%" height={HEIGHT_PX}>
              <BarChart
                data={[...minutes]}
                margin={{ top: marks.length === 0 ? 4 : MARKS_PX, right: 0, bottom: 0, left: 0 }}
                maxBarSize={WIDEST_BAR_PX}
                barCategoryGap={1}
                accessibilityLayer={false}
              >
                <CartesianGrid vertical={false} stroke="var(--line)" />
                <XAxis {...axis} dataKey="at" tickFormatter={clock} minTickGap={48} />
                <YAxis {...axis} allowDecimals={false} width={32} />
                <Tooltip {...tooltip} labelFormatter={(at) => (typeof at === 'string' ? clock(at) : '')} />
                <Bar
                  dataKey="failed"
                  name={broadcast ? 'Failed, not retried' : 'Failed, retried'}
                  stackId="all"
                  fill={broadcast ? 'var(--dlq-solid)' : 'var(--waiting-solid)'}
                  isAnimationActive={false}
                />
                {marks.map(({ atMs, letter }) => (
                  <ReferenceLine key={letter} x={minuteOf(minutes, atMs)} {...markLine(letter)} />
                ))}
                <Bar dataKey="died" name="Died" stackId="all" fill="var(--dlq-solid)" isAnimationActive={false} />
              </BarChart>
            </ResponsiveContainer>
          </div>
        )}
      </div>
    </section>
  );
}
