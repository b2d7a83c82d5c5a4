import type { DeathCause } from '@/lib/model/delivery-state';

/** What the broker saw, in words: all there is when the application reported nothing. */
export function describeCause(cause: string | null): string {
  switch (cause as DeathCause | null) {
    case 'nack':
      return 'the client answered failure';
    case 'timeout':
      return 'the lease ended without an answer';
    case 'consumption-timeout':
      return 'it ran longer than the group allows';
    case 'client-gone':
      return 'the client disconnected';
    case 'reply-lost':
      return 'the reply did not reach the client; not counted';
    case 'unconfirmed':
      return 'no delivery was confirmed: each timed out without any answer from the client';
    case 'forwarded':
      return 'the client gave it up';
    case 'released':
      return 'the client gave it back';
    case 'limit-lowered':
      return 'the limit of the group was lowered';
    case 'recalled':
      return 'recalled before anyone fetched it';
    case 'restarted':
      return 'acknowledged before its predecessor, which failed';
    case 'acked-early':
      return 'acknowledged before its predecessor';
    case 'acked':
      return 'acknowledged';
    case 'filtered':
      return 'the filter of the group left it out';
    case 'expired':
      return 'its retention was over';
    case 'sent-to-topic':
      return 'sent to another topic';
    case 'delivered':
    case 'extended':
    case 're-driven':
    case null:
      return 'nothing is known';
  }
}
