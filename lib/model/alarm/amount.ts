import { formatCount } from '../count';
import { formatDuration } from '../duration';
import { formatShare } from '../share';
import { NEVER_S } from '../signal/moment';
import { type Signal, SIGNALS } from '../signal/signal';
import type { SignalFacts } from '../signal/signal-facts';

const SINGULAR: Readonly<Record<SignalFacts['unit'], string>> = {
  seconds: 'second',
  messages: 'message',
  percent: 'percent',
  'deliveries per message': 'delivery per message',
};

/** What a watch measures, in words: "412 messages", "1 message", "24 m 29 s", "0.52 %". Null: unknown. */
export function amountText(watch: Signal, value: number | null): string {
  if (value === null) return 'unknown';
  if (value >= NEVER_S) return 'endless';
  const { unit } = SIGNALS[watch];
  const number = Math.round(value * 100) / 100;
  if (unit === 'seconds') return formatDuration(Math.round(value) * 1000);
  if (unit === 'percent') return formatShare(value / 100, 2);
  return `${formatCount(number)} ${unitOf(watch, number)}`;
}

/**
 * Why an alarm on new dead letters stays open though its number is fine: "; 21,000 dead letters are not dealt with".
 */
export function remainingText(watch: Signal, remaining: number | null): string {
  if (watch !== 'deaths' || remaining === null || remaining === 0) return '';
  return `; ${formatCount(remaining)} ${remaining === 1 ? 'dead letter is' : 'dead letters are'} not dealt with`;
}

/** "message" of 1, "messages" of any other number. */
export function unitOf(watch: Signal, value: number): string {
  const { unit } = SIGNALS[watch];
  return value === 1 ? SINGULAR[unit] : unit;
}
