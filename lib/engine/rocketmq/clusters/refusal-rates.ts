import type { AnswerCounts, MetricMarks } from '../../../cluster';

export interface Counted {
  readonly asOf: string;
  readonly answers: AnswerCounts | null;
}

const MINUTE_MS = 60_000;

/**
 * What a broker refused between two readings of its counters: a share of the sends, and calls a minute. Nothing is known
 * from one reading, or when it started again in between.
 */
export function refusalRates(before: Counted | undefined, now: Counted): MetricMarks {
  const [from, to] = [before?.answers ?? null, now.answers];
  const spanMs = before === undefined ? 0 : Date.parse(now.asOf) - Date.parse(before.asOf);
  if (from === null || to === null || spanMs <= 0) return {};
  const sends = to.sends - from.sends;
  const [busy, denied] = [to.busy - from.busy, to.denied - from.denied];
  if (sends < 0 || busy < 0 || denied < 0) return {};
  return {
    'sends-refused': sends === 0 ? 0 : (busy * 100) / sends,
    'calls-refused': (denied * MINUTE_MS) / spanMs,
  };
}
