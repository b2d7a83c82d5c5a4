import { formatCount, plural } from '@/components/ui/number.model';
import type { Reading } from '@/lib/model/reading';

/** "812 messages wait." A count that was cut off says so; an unknown one is not zero. */
export function waitingWords(waiting: Reading<number>, countedTo: number): string {
  if (waiting.kind === 'unknown') return 'How many wait is unknown.';
  if (waiting.value > countedTo) return `More than ${formatCount(countedTo)} messages wait.`;
  return `${plural(waiting.value, 'message')} ${waiting.value === 1 ? 'waits' : 'wait'}.`;
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
