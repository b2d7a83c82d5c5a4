import { formatDuration } from '@/components/ui/duration.model';
import { describeCause } from '@/components/ui/delivery-cause.model';
import type { RetryVerb } from '@/lib/model/delivery/retry-change';
import { shortName } from '@/lib/model/group/client-host';
import type { MessageTimeline, TimelineEvent } from '@/lib/model/message/timeline';
import { attemptsOf } from '@/lib/model/message/timeline-deliveries';
import { t } from '@/lib/model/language/t';

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
export function whyNotNow(verb: RetryVerb, timeline: MessageTimeline): string | null {
  const { state, waitingBehind, keyHold, maxRetries } = timeline;
  if (state === 'in-flight') {
    if (waitingBehind !== null) return t('it is behind the head of its key: only the head can be taken back');
    if (verb !== 'now') return null;
    if (keyHold !== null) return t('its key is held: release it first');
    return attemptsOf(timeline).made > maxRetries ? t('its last attempt is in progress') : null;
  }
  return verb === 'now' && state === 'ready' ? t('already due: a client receives it with its next fetch') : null;
}

/** For the audit log, to be edited. */
export function revokeReason({ deliveries, messageId }: MessageTimeline, nowMs: number): string {
  const running = deliveries.findLast((delivery) => delivery.state === 'in-flight');
  const cause = running?.reason?.errorType ?? t('No error reported');
  const client = running?.client == null ? t('its client') : shortName(running.client);
  return running?.startedAt == null
    ? t('{cause}; {client} has not reported a result for {id}', { cause, client, id: messageId })
    : t('{cause}; {client} has not reported a result for {id} for {duration}', {
        ...{ cause, client, id: messageId },
        duration: formatDuration(nowMs - Date.parse(running.startedAt), 2),
      });
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
      // Taken back to be delivered at once: one decision.
      by === null || (cause === 'retried-now' && events[index - 1]?.cause === 'revoked')
        ? []
        : [{ id: `${at} ${index}`, at, by, what: describeCause(cause), why: why === '' ? null : why }],
    )
    .toReversed();
}
