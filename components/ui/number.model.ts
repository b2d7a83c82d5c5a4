import { localeOf } from '@/lib/model/language/list';

export { formatCount, plural } from '@/lib/model/count';

/** 214 B, 12.3 kB, 4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${trimZero(bytes / 1_000)} kB`;
  return `${trimZero(bytes / 1_000_000)} MB`;
}

function trimZero(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

/** "150K", 15万: for the few characters beside an axis; exact below 10,000. */
export function formatAxis(value: number): string {
  const compact = { notation: 'compact', maximumFractionDigits: 1 } as const;
  return value >= 10_000 ? new Intl.NumberFormat(localeOf(), compact).format(value) : `${Math.round(value * 10) / 10}`;
}
