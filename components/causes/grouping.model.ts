import type { LetterGrouping } from '@/lib/model/dead-letter/letter-grouping';
import type { LetterGroupView } from '@/lib/console/operations/dead-letters/views';
import { NO_VERSION } from '@/lib/model/dead-letter/letter-filter';
import { msg, t } from '@/lib/model/language/t';

export type Grouping = 'cause' | LetterGrouping;

export const GROUPINGS = [
  { value: 'cause', label: msg('Cause') },
  { value: 'topic', label: msg('Topic') },
  { value: 'version', label: msg('Client version') },
  { value: 'key', label: msg('Key') },
  { value: 'day', label: msg('Day') },
  { value: 'group', label: msg('Group') },
] as const satisfies readonly { readonly value: Grouping; readonly label: string }[];

/** Of the panel that has them so. */
export const groupingTitles = {
  cause: msg('Dead letters by cause'),
  topic: msg('Dead letters by topic'),
  version: msg('Dead letters by client version'),
  key: msg('Dead letters by key'),
  day: msg('Dead letters by day'),
  group: msg('Dead letters by group'),
} as const satisfies Readonly<Record<Grouping, string>>;

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
  return by === 'version' ? t('not reported') : by === 'key' ? t('no key') : t('unknown');
}
