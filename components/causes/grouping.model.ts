import type { LetterGrouping } from '@/lib/model/dead-letter/letter-grouping';
import type { LetterGroupView } from '@/lib/console/operations/dead-letters/views';
import { NO_VERSION } from '@/lib/model/dead-letter/letter-filter';

export type Grouping = 'cause' | LetterGrouping;

export const GROUPINGS: readonly { readonly value: Grouping; readonly label: string }[] = [
  { value: 'cause', label: 'Cause' },
  { value: 'topic', label: 'Topic' },
  { value: 'version', label: 'Client version' },
  { value: 'key', label: 'Key' },
  { value: 'day', label: 'Day' },
  { value: 'group', label: 'Group' },
];

export function groupingOf(text: string | undefined): Grouping {
  return GROUPINGS.find(({ value }) => value === text)?.value ?? 'cause';
}

/** What a row narrows the letters below to; null: no filter says it. */
export function narrowing(by: LetterGrouping, { value }: LetterGroupView): Record<string, string | undefined> | null {
  if (value === null) return by === 'version' ? { version: NO_VERSION } : null;
  if (by !== 'day') return { [by]: value };
  const next = new Date(Date.parse(`${value}T00:00:00Z`) + 86_400_000).toISOString();
  return { from: `${value}T00:00:00Z`, to: next };
}

export function groupLabel(by: LetterGrouping, { value }: LetterGroupView): string {
  if (value !== null) return value;
  return by === 'version' ? NO_VERSION : by === 'key' ? 'without a key' : 'unknown';
}
