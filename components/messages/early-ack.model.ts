import type { MessageTimeline } from '@/lib/model/timeline';
import type { Part } from './headline.model';

/** The client has all of its batch; it may have acknowledged this one before its turn. Pure. */
export function fetchedNote({ deliveries }: MessageTimeline): Part[] {
  const at = deliveries.at(-1)?.ackedEarlyAt ?? null;
  return at === null
    ? ['Its client has fetched it already. ']
    : ['Acknowledged at ', { at }, ', before its predecessor: final when the predecessor is finished. '];
}

/** Why a message that a client acknowledged is here again. Pure. */
export function restartedNote({ deliveries }: MessageTimeline): Part[] {
  return deliveries.at(-1)?.state === 'restarted'
    ? ['Acknowledged before its predecessor; delivered again because the predecessor failed. ']
    : [];
}
