import { t } from './language/t';

/** "0.25/s", "12.5/s", "1,204/s": as many digits as a reader can compare. */
export function formatRate(perSecond: number): string {
  if (perSecond > 0 && perSecond < 0.01) return t('below 0.01/s');
  const digits = perSecond < 10 ? 2 : perSecond < 100 ? 1 : 0;
  return sayRate(new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(perSecond));
}

/** Messages per second, of a number with the digits that it needs. */
export function sayRate(count: string): string {
  return t('{count}/s', { count });
}
