import { describeCause } from '@/components/ui/delivery-cause.model';
import type { RetryVerb } from '@/lib/model/retry-change';
import type { MessageTimeline, TimelineEvent } from '@/lib/model/timeline';

/** What its page offers: nothing for a message that never failed, is over, or is broadcast. */
export function offeredFor({ state, client, events, generation }: MessageTimeline): readonly RetryVerb[] {
  if (client !== null) return [];
  if (state === 'held') return ['bury', 'release'];
  const last = events.at(-1);
  const failed = last !== undefined && last.generation === generation;
  if (state === 'waiting-retry' || (state === 'ready' && failed && last.state === 'Ready'))
    return ['now', 'bury', 'hold'];
  return state === 'in-flight' ? ['now', 'bury'] : [];
}

/** Why a button is off; null: it does something. The server checks again. */
export function whyNotNow(verb: RetryVerb, { state, deliveries }: MessageTimeline): string | null {
  if (state === 'in-flight') {
    const running = deliveries.findLast((delivery) => delivery.state === 'in-flight');
    return `${running?.client ?? 'a client'} has it until its lease ends`;
  }
  return verb === 'now' && state === 'ready' ? 'due already: a client gets it when it fetches' : null;
}

export interface Decision {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly what: string;
  readonly why: string | null;
}

/** What operators decided while it waited, newest first. */
export function decisionsOf(events: readonly TimelineEvent[]): Decision[] {
  return events
    .flatMap(({ at, by, cause, why }, index) =>
      by === null ? [] : [{ id: `${at} ${index}`, at, by, what: describeCause(cause), why: why === '' ? null : why }],
    )
    .toReversed();
}
