import type { Loose } from '../wire/loose-json';
import { isRecord } from '../wire/loose-json';

/** The same text for the same value, whatever the order of its keys. */
export function canonical(value: Loose): string {
  return JSON.stringify(sorted(value));
}

function sorted(value: Loose): Loose {
  if (Array.isArray(value)) return (value as readonly Loose[]).map(sorted);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
