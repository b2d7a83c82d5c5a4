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

/** "30s", "1m", "2h": the way RocketMQ writes its delay levels. */
export function levelWords(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}
