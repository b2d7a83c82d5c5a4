import type { Reading } from '@/lib/model/reading';

export type Course = 'rising' | 'falling';

/** Less than this share, and less than this many per second, is noise. */
const SHARE = 0.2;
const LEAST_PER_SECOND = 0.02;
/** 1.2 - 1 is a little less than 0.2. */
const ROUNDING = 1e-9;

/** Which way a rate goes against that of a longer time; null: neither, or one of them is not known. */
export function courseOf(now: Reading<number> | undefined, before: Reading<number> | undefined): Course | null {
  if (now === undefined || before === undefined || now.kind === 'unknown' || before.kind === 'unknown') return null;
  const difference = now.value - before.value;
  if (Math.abs(difference) < Math.max(LEAST_PER_SECOND, before.value * SHARE) - ROUNDING) return null;
  return difference > 0 ? 'rising' : 'falling';
}
