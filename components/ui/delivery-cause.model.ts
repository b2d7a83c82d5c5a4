import type { DeathCause } from '@/lib/model/delivery/delivery-state';

/** What the broker saw, in words: all there is when the application reported nothing. */
const WORDS: Readonly<Record<DeathCause, string | null>> = {
  nack: 'the client answered failure',
  timeout: 'the lease ended without an answer',
  'consumption-timeout': 'it ran longer than the group allows',
  'client-gone': 'the client disconnected',
  'reply-lost': 'the reply did not reach the client; not counted',
  unconfirmed: 'no delivery was confirmed: each timed out without any answer from the client',
  forwarded: 'the client gave it up',
  exhausted: 'all its deliveries failed',
  'client-timed-out': '4.x client: TIME_OUT, its listener took longer than the client allows',
  'client-threw': '4.x client: EXCEPTION, its listener threw',
  'client-null': '4.x client: RETURN_NULL, its listener returned nothing',
  'client-failed': '4.x client: FAILED, its listener asked for another delivery',
  released: 'the client gave it back',
  'limit-lowered': 'the limit of the group was lowered',
  recalled: 'recalled before anyone fetched it',
  restarted: 'acknowledged before its predecessor, which failed',
  'acked-early': 'acknowledged before its predecessor',
  acked: 'acknowledged',
  filtered: 'the filter of the group left it out',
  expired: 'its retention was over',
  discarded: 'an operator discarded it',
  restored: 'an operator restored it',
  'sent-to-topic': 'sent to another topic',
  buried: 'an operator sent it to the dead letters',
  held: 'an operator held it',
  'hold-released': 'an operator released it',
  'retried-now': 'an operator ended its wait',
  revoked: 'an operator took it back from its client',
  returned: 'an operator took back the message before it; not counted',
  'topic-deleted': 'its topic was deleted',
  moved: 'moved from this installation',
  delivered: null,
  extended: null,
  're-driven': null,
};

export function describeCause(cause: string | null): string {
  return WORDS[cause as DeathCause] ?? 'unknown';
}
