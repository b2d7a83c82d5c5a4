import { sayDuration } from '../duration';
import { t } from '../language/t';
import { formatShare } from '../share';
import { NEVER_S } from '../signal/moment';
import { type Signal, SIGNALS } from '../signal/signal';

/** What a watch measures, in words: "412 messages", "1 message", "24 m 29 s", "0.52 %". Null: unknown. */
export function amountText(watch: Signal, value: number | null): string {
  if (value === null) return t('unknown');
  if (value >= NEVER_S) return t('endless');
  const { unit } = SIGNALS[watch];
  const count = Math.round(value * 100) / 100;
  if (unit === 'seconds') return sayDuration(Math.round(value) * 1000);
  if (unit === 'percent') return formatShare(value / 100, 2);
  if (unit === 'calls per minute') return t('{count, plural, one {# call} other {# calls}} per minute', { count });
  return unit === 'messages'
    ? t('{count, plural, one {# message} other {# messages}}', { count })
    : t('{count, plural, one {# delivery} other {# deliveries}} per message', { count });
}

/**
 * Why an alarm on new dead letters stays open though its number is fine: "21,000 dead letters are not handled yet".
 */
export function remainingText(watch: Signal, remaining: number | null): string {
  if (watch !== 'deaths' || remaining === null || remaining === 0) return '';
  return t('{count, plural, one {# dead letter is} other {# dead letters are}} not handled yet', { count: remaining });
}

/** Its unit, beside a number that is typed: "message" of 1, "messages" of any other number. */
export function unitOf(watch: Signal, count: number): string {
  switch (SIGNALS[watch].unit) {
    case 'seconds':
      return t('{count, plural, one {second} other {seconds}}', { count });
    case 'messages':
      return t('{count, plural, one {message} other {messages}}', { count });
    case 'percent':
      return t('percent');
    case 'calls per minute':
      return t('{count, plural, one {call} other {calls}} per minute', { count });
    case 'deliveries per message':
      return t('{count, plural, one {delivery} other {deliveries}} per message', { count });
  }
}
