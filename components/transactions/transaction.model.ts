import { formatDuration } from '@/components/ui/duration.model';
import { formatCountdown } from '@/components/ui/time.model';
import type { HalfMessageView } from '@/lib/console/operations/transactions/views';
import type { HalfState, TransactionPolicy } from '@/lib/model/message/half-message';
import { msg, t } from '@/lib/model/language/t';

export const halfWords: Readonly<Record<HalfState, string>> = {
  pending: msg('Half message'),
  committed: msg('Committed'),
  'rolled-back': msg('Rolled back'),
  'given-up': msg('Given up, rolled back'),
};

export function transactionsHref(topic: string): string {
  return `/topics/${encodeURIComponent(topic)}/transactions`;
}

/** "Each producer is asked after 1 m and every 1 m, 15 times; …" */
export function describePolicy({ checkMs, maxChecks, lifetimeMs }: TransactionPolicy): string {
  return t(
    `If a producer does not end its transaction, the broker checks it every {interval}, at most {max, plural, one
      {once} other {# times}}. After that, or after {lifetime}, the message is rolled back.`,
    { interval: formatDuration(checkMs), max: maxChecks, lifetime: formatDuration(lifetimeMs) },
  );
}

/** What the wait of a pending one comes to, as one sentence. */
export function describeWait(half: HalfMessageView, { maxChecks }: TransactionPolicy, nowMs: number): string {
  const isPast = (at: string): boolean => Date.parse(at) <= nowMs;
  if (half.nextCheckAt === null || half.nextCheckAt >= half.givesUpAt) {
    return isPast(half.givesUpAt)
      ? t(
          `Half message, waiting for its producer, {checks, plural, =0 {not checked yet} one {checked once} other
          {checked # times}}: rolled back now`,
          { checks: half.checks },
        )
      : t(
          `Half message, waiting for its producer, {checks, plural, =0 {not checked yet} one {checked once} other
          {checked # times}}: rolled back in {time}`,
          { checks: half.checks, time: formatCountdown(half.givesUpAt, nowMs) },
        );
  }
  const given = { check: half.checks + 1, max: maxChecks };
  return isPast(half.nextCheckAt)
    ? t(
        `Half message, waiting for its producer: check {check, number} of {max, number} as soon as a producer of the
        topic is connected`,
        given,
      )
    : t('Half message, waiting for its producer: check {check, number} of {max, number} in {time}', {
        ...given,
        time: formatCountdown(half.nextCheckAt, nowMs),
      });
}

/** Who ended it, and why. */
export function describeEnd({ state, resolvedBy, resolver, checks }: HalfMessageView): string {
  const isCommitted = state === 'committed';
  switch (resolvedBy) {
    case 'client':
      return isCommitted ? t('Committed by its producer') : t('Rolled back by its producer');
    case 'server-check':
      return isCommitted ? t('Committed by a producer in a check') : t('Rolled back by a producer in a check');
    case 'operator':
      return isCommitted
        ? t('Committed by {name} instead of its producer', { name: resolver ?? t('an operator') })
        : t('Rolled back by {name} instead of its producer', { name: resolver ?? t('an operator') });
    case 'check-limit':
      return t('Rolled back: no answer to {checks, plural, one {# check} other {# checks}}', { checks });
    case 'lifetime':
      return t('Rolled back: its producer did not end it within its lifetime');
    case null:
      return t(halfWords[state]);
  }
}

/** What can still be done about one that the broker rolled back. */
export function givenUpWords(hasBody: boolean): string {
  return hasBody
    ? t('It was never delivered. You can still commit or discard it until the retention of messages ends.')
    : t('It was never delivered, and its body is no longer kept.');
}
