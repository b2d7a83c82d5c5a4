const counts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** 184,220. Strings pass for integers beyond 2^53, which stay strings all the way. */
export function formatCount(value: number | string): string {
  if (typeof value === 'number') return counts.format(value);
  return /^-?\d+$/.test(value) ? counts.format(BigInt(value)) : value;
}

/** "1 message", "3 messages". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
