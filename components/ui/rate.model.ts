import { t } from '@/lib/model/language/t';

/** "0.25/s", "12.5/s", "1,204/s": as many digits as a reader can compare. */
export function formatRate(perSecond: number): string {
  if (perSecond === 0) return '0/s';
  if (perSecond < 0.01) return t('below 0.01/s');
  const digits = perSecond < 10 ? 2 : perSecond < 100 ? 1 : 0;
  return `${new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(perSecond)}/s`;
}
