import { HISTORY, type StepSeconds } from '../../model/history';
import { sampledSteps, sendSteps } from '../../store/queries/throttle/throttle-history';
import type { Queryable } from '../../store/queryable';

export const CHART_RANGES = ['15m', '1h', '24h'] as const;
export type ChartRange = (typeof CHART_RANGES)[number];

export interface ChartBar {
  readonly at: Date;
  /** Per second, in the busiest step of the bar; null: no broker took a sample then, so it is unknown. */
  readonly accepted: number | null;
  readonly refused: number | null;
}

export interface BarPlan {
  readonly stepSeconds: StepSeconds;
  readonly barMs: number;
  readonly firstMs: number;
  readonly untilMs: number;
}

const RANGES: Readonly<
  Record<ChartRange, { readonly step: StepSeconds; readonly barMs: number; readonly bars: number }>
> = {
  '15m': { step: 10, barMs: 10_000, bars: 90 },
  '1h': { step: 10, barMs: 60_000, bars: 60 },
  '24h': { step: 60, barMs: 15 * 60_000, bars: 96 },
};
/** A step is sampled within so much of its end: before that, that nothing is there says nothing. */
const NOT_YET_MS = 25_000;

/** Steps of 10 s are gone after a day: an older range is drawn from those of a minute. */
export function planBars(range: ChartRange, untilMs: number, nowMs: number): BarPlan {
  const { step, barMs, bars } = RANGES[range];
  const isFine = step === 10 && nowMs - untilMs + bars * barMs < HISTORY.fineKeptMs;
  const width = isFine ? barMs : Math.max(barMs, HISTORY.coarseStepMs);
  const count = Math.ceil((bars * barMs) / width);
  const lastMs = Math.floor(untilMs / width) * width;
  return { stepSeconds: isFine ? 10 : 60, barMs: width, firstMs: lastMs - (count - 1) * width, untilMs };
}

interface Made {
  accepted: number;
  refused: number;
  isSampled: boolean;
}

/** Every bar of the range. One that no broker sampled is unknown, not 0. */
export async function readBars(
  db: Queryable,
  topic: string | null,
  { stepSeconds, barMs, firstMs, untilMs }: BarPlan,
  nowMs: number,
): Promise<ChartBar[]> {
  const made = new Map<number, Made>();
  for (let atMs = firstMs; atMs < untilMs; atMs += barMs)
    made.set(atMs, { accepted: 0, refused: 0, isSampled: atMs + barMs > nowMs - NOT_YET_MS });
  const range = { stepSeconds, from: new Date(firstMs), until: new Date(untilMs) };
  const [rows, sampled] = await Promise.all([sendSteps(db, topic, range), sampledSteps(db, range)]);
  const barOf = (at: Date): Made | undefined => made.get(Math.floor(at.getTime() / barMs) * barMs);
  for (const at of sampled) {
    const bar = barOf(at);
    if (bar !== undefined) bar.isSampled = true;
  }
  for (const { at, accepted, refused } of rows) {
    const bar = barOf(at);
    if (bar === undefined) continue;
    bar.isSampled = true;
    if (accepted + refused <= (bar.accepted + bar.refused) * stepSeconds) continue;
    bar.accepted = accepted / stepSeconds;
    bar.refused = refused / stepSeconds;
  }
  return [...made].map(([atMs, { accepted, refused, isSampled }]) => ({
    at: new Date(atMs),
    accepted: isSampled ? accepted : null,
    refused: isSampled ? refused : null,
  }));
}
