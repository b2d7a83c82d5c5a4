import { plural } from '@/components/ui/number.model';
import type { MessageTimeline } from '@/lib/model/timeline';
import type { Part } from './headline.model';

/** Why a message is dead, behind "Dead since ...: ". Pure. */
export function whyDead(cause: string | null, made: number): Part[] {
  switch (cause) {
    case 'forwarded':
      return ['the client gave it up.'];
    case 'limit-lowered':
      return ['the limit of the group was lowered below its deliveries.'];
    case 'buried':
      return [`an operator sent it to the dead letters after ${plural(made, 'delivery', 'deliveries')}.`];
    case 'recalled':
      return ['recalled from a re-drive before anyone fetched it.'];
    case 'unconfirmed':
      return [
        made > 1
          ? `no delivery was confirmed: each of the ${made} deliveries timed out without any answer from the client.`
          : 'no delivery was confirmed: its only delivery timed out without any answer from the client.',
      ];
    default:
      return [
        made === 0
          ? 'its deliveries failed.'
          : made === 1
            ? 'its only delivery failed.'
            : `all ${made} deliveries failed.`,
      ];
  }
}

/** What to look for when no client ever answered. Pure. */
export function unconfirmedNote({ deathCause }: MessageTimeline): Part[] {
  if (deathCause !== 'unconfirmed') return [];
  return [' Its clients hung or ended with it, or the replies did not reach them.'];
}

/** Replies that did not arrive: nothing the message or its clients did. Pure. */
export function lostNote({ deliveries, generation }: MessageTimeline): Part[] {
  const count = deliveries.filter(
    (delivery) => delivery.generation === generation && delivery.state === 'lost' && delivery.cause !== 'returned',
  ).length;
  if (count === 0) return [];
  return [
    `${plural(count, 'reply', 'replies')} did not reach the client and ${count === 1 ? 'does' : 'do'} not count. `,
  ];
}
