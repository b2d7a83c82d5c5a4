import type { AnswerCounts, Counts, MetricMarks } from '../../../cluster';
import type { ClusterMarkName } from '../../../model/cluster/cluster-mark';
import { kept } from '../../../model/language/retell';
import { told } from '../../../model/language/t';

export interface Counted {
  /** performance.now(): what is shown as the time of a reading is an estimate, which is mended now and then. */
  readonly readMs: number;
  readonly answers: AnswerCounts | null;
}

/** What a broker refused between two readings of its counters. */
export interface RefusalRates {
  readonly marks: MetricMarks;
  /** What they are made of, in the names of Apache RocketMQ, as it is stored; only of those above 0. */
  readonly why: Readonly<Partial<Record<ClusterMarkName, string>>>;
}

const MINUTE_MS = 60_000;
const UNKNOWN: RefusalRates = { marks: {}, why: {} };

/** A share of the sends, and calls a minute. Nothing is known from one reading, or when it started again in between. */
export function refusalRates(before: Counted | undefined, now: Counted): RefusalRates {
  const [from, to] = [before?.answers ?? null, now.answers];
  const spanMs = before === undefined ? 0 : now.readMs - before.readMs;
  if (from === null || to === null || spanMs <= 0) return UNKNOWN;
  const sends = to.sends - from.sends;
  const [refused, denied] = [grownBy(from.refused, to.refused), grownBy(from.denied, to.denied)];
  const parts = [...refused, ...denied];
  if (sends < 0 || parts.some(([, count]) => count < 0)) return UNKNOWN;
  const [isRefused, isDenied] = [sumOf(refused), sumOf(denied)];
  return {
    marks: {
      'sends-refused': sends === 0 ? 0 : (isRefused * 100) / sends,
      'calls-refused': (isDenied * MINUTE_MS) / spanMs,
    },
    why: {
      ...(isRefused > 0 && {
        'sends-refused': kept(
          told('{answers} of {sends, plural, one {# send} other {# sends}}', { answers: said(refused), sends }),
        ),
      }),
      ...(isDenied > 0 && { 'calls-refused': kept(told('{why}', { why: said(denied) })) }),
    },
  };
}

function grownBy(before: Counts, now: Counts): readonly (readonly [string, number])[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.map((name) => [name, (now[name] ?? 0) - (before[name] ?? 0)]);
}

function sumOf(counts: ReturnType<typeof grownBy>): number {
  return counts.reduce((sum, [, count]) => sum + count, 0);
}

/** The largest first. */
function said(counts: ReturnType<typeof grownBy>): readonly string[] {
  const some = counts.filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
  return some.map(([name, count]) => `${name} ${count}`);
}
