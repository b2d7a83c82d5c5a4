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
