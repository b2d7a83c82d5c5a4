import { formatDuration } from '@/components/ui/duration.model';
import { plural } from '@/components/ui/number.model';
import { formatCountdown } from '@/components/ui/time.model';
import type { HalfMessageView } from '@/lib/console/operations/transactions/views';
import type { HalfState, TransactionPolicy } from '@/lib/model/message/half-message';

export const halfWords: Readonly<Record<HalfState, string>> = {
  pending: 'Half message',
  committed: 'Committed',
  'rolled-back': 'Rolled back',
  'given-up': 'Given up, rolled back',
};

export function transactionsHref(topic: string): string {
  return `/topics/${encodeURIComponent(topic)}/transactions`;
}

/** "Each producer is asked after 1 m and every 1 m, 15 times; …" */
export function describePolicy({ checkMs, maxChecks, lifetimeMs }: TransactionPolicy): string {
  return (
    `A producer that does not end its transaction is checked every ${formatDuration(checkMs)}, at ` +
    `most ${plural(maxChecks, 'time')}; ` +
    `then, or after ${formatDuration(lifetimeMs)}, the message is rolled back.`
  );
}

/** What the wait of a pending one comes to, as one sentence. */
export function describeWait(half: HalfMessageView, { maxChecks }: TransactionPolicy, nowMs: number): string {
  const endsIn = formatCountdown(half.givesUpAt, nowMs);
  if (half.nextCheckAt === null || half.nextCheckAt >= half.givesUpAt) {
    const asked = half.checks === 0 ? 'not checked yet' : `checked ${plural(half.checks, 'time')}`;
    return `Half message, waiting for its producer, ${asked}: rolled back ${endsIn === 'due' ? 'now' : `in ${endsIn}`}`;
  }
  const next = formatCountdown(half.nextCheckAt, nowMs);
  return (
    `Half message, waiting for its producer: check ${half.checks + 1} of ${maxChecks} ` +
    (next === 'due' ? 'as soon as a producer of the topic is connected' : `in ${next}`)
  );
}

/** Who ended it, and why. */
export function describeEnd({ state, resolvedBy, resolver, checks }: HalfMessageView): string {
  const done = state === 'committed' ? 'Committed' : 'Rolled back';
  switch (resolvedBy) {
    case 'client':
      return `${done} by its producer`;
    case 'server-check':
      return `${done} by a producer in a check`;
    case 'operator':
      return `${done} by ${resolver ?? 'an operator'} in its producer’s place`;
    case 'check-limit':
      return `Rolled back: no answer to ${plural(checks, 'check')}`;
    case 'lifetime':
      return 'Rolled back: its producer did not end it in its lifetime';
    case null:
      return halfWords[state];
  }
}

/** What can still be done about one that the broker rolled back. */
export function givenUpWords(hasBody: boolean): string {
  return hasBody
    ? 'It was never delivered. You can still commit or discard it, until the retention of messages is over.'
    : 'It was never delivered, and its body is no longer kept.';
}
