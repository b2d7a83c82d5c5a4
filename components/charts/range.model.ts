/** How far back charts of the stored history go; they begin with the shortest. */
export const ranges = [
  { value: '1h', label: '1 h' },
  { value: '6h', label: '6 h' },
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '14d', label: '14 d' },
] as const;
export type Range = (typeof ranges)[number]['value'];

export function labelOf(range: Range): string {
  return ranges.find(({ value }) => value === range)?.label ?? range;
}

export function readRange(text: string | undefined): Range {
  return ranges.find(({ value }) => value === text)?.value ?? '1h';
}
