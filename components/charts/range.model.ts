import { sayIn } from '@/lib/model/duration';

/** How far back charts of the stored history go; they begin with the shortest. */
const RANGES = ['1h', '6h', '24h', '7d', '14d'] as const;
export type Range = (typeof RANGES)[number];

export const ranges = (): readonly { readonly value: Range; readonly label: string }[] =>
  RANGES.map((value) => ({ value, label: labelOf(value) }));

export function labelOf(range: Range): string {
  return sayIn(Number(range.slice(0, -1)), range.endsWith('h') ? 'h' : 'd');
}

export function readRange(text: string | undefined): Range {
  return RANGES.find((value) => value === text) ?? '1h';
}
