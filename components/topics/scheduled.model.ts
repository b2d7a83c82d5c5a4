import { formatCount } from '@/components/ui/number.model';
import type { Reading } from '@/lib/model/reading';
import { t } from '@/lib/model/language/t';

/** "812 messages wait." A count that was cut off says so; an unknown one is not zero. */
export function waitingWords(waiting: Reading<number>, countedTo: number): string {
  if (waiting.kind === 'unknown') return t('How many messages are waiting is unknown.');
  if (waiting.value > countedTo) return t('More than {count, number} messages are waiting.', { count: countedTo });
  return t('{count, plural, one {# message is} other {# messages are}} waiting.', { count: waiting.value });
}

/** "100,000+" for a table cell. */
export function waitingShort(count: number, countedTo: number): string {
  return count > countedTo ? `${formatCount(countedTo)}+` : formatCount(count);
}
