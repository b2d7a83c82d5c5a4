import type { DeathCause } from '@/lib/model/delivery/delivery-state';
import { msg, t } from '@/lib/model/language/t';

/** What the broker saw, in words: all there is when the application reported nothing. */
const WORDS: Readonly<Record<DeathCause, string | null>> = {
  nack: msg('the client answered failure'),
  timeout: msg('the lease ended without an answer'),
  'consumption-timeout': msg('it ran longer than the group allows'),
  'client-gone': msg('the client disconnected'),
  'reply-lost': msg('the reply did not reach the client; not counted'),
  suspended: msg('the client suspended its lite topic; not counted'),
  unconfirmed: msg('no delivery was confirmed: each timed out without any answer from the client'),
  forwarded: msg('the client gave it up'),
  exhausted: msg('all its deliveries failed'),
  'client-timed-out': msg('4.x client: TIME_OUT, its listener took longer than the client allows'),
  'client-threw': msg('4.x client: EXCEPTION, its listener threw'),
  'client-null': msg('4.x client: RETURN_NULL, its listener returned nothing'),
  'client-failed': msg('4.x client: FAILED, its listener asked for another delivery'),
  released: msg('the client gave it back'),
  'limit-lowered': msg('the limit of the group was lowered'),
  recalled: msg('recalled before any client fetched it'),
  restarted: msg('acknowledged before its predecessor, which failed'),
  'acked-early': msg('acknowledged before its predecessor'),
  acked: msg('acknowledged'),
  filtered: msg('excluded by the filter of the group'),
  expired: msg('its retention ended'),
  discarded: msg('an operator discarded it'),
  restored: msg('an operator restored it'),
  'sent-to-topic': msg('sent to another topic'),
  buried: msg('an operator moved it to the DLQ'),
  held: msg('an operator held it'),
  'hold-released': msg('an operator released it'),
  'retried-now': msg('an operator retried it now'),
  revoked: msg('an operator took it back from its client'),
  returned: msg('an operator took back the message before it; not counted'),
  'topic-deleted': msg('its topic was deleted'),
  moved: msg('moved from this installation'),
  delivered: null,
  extended: null,
  're-driven': null,
};

export function describeCause(cause: string | null): string {
  return t(WORDS[cause as DeathCause] ?? msg('unknown'));
}

/** Of a failure that the application did not report; nothing more is said where the broker does not know either. */
export function unreported(cause: string | null): string {
  const seen = causeSeen(cause);
  return seen === null ? t('Cause not reported') : t('Cause not reported: {brokerCause}', { brokerCause: seen });
}

/** Null: the broker does not know either. */
export function causeSeen(cause: string | null): string | null {
  const seen = WORDS[cause as DeathCause] ?? null;
  return seen === null ? null : t(seen);
}
