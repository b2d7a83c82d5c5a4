const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** 184,220. Strings pass for integers beyond 2^53, which stay strings all the way. */
export function formatCount(value: number | string): string {
  if (typeof value === 'number') return counts.format(value);
  return /^-?\d+$/.test(value) ? counts.format(BigInt(value)) : value;
}

/** 214 B, 12.3 kB, 4 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${trimZero(bytes / 1_000)} kB`;
  return `${trimZero(bytes / 1_000_000)} MB`;
}

function trimZero(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}

/** "1 message", "3 messages". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
