import type { MessageTimeline, PredictedDelivery, TimelineDelivery } from '@/lib/model/message/timeline';

export type DeliveryRow =
  | { readonly kind: 'made'; readonly id: string; readonly delivery: TimelineDelivery; readonly isFormerLife: boolean }
  | {
      readonly kind: 'future';
      readonly id: string;
      readonly delivery: PredictedDelivery;
      readonly isLast: boolean;
      readonly when: FutureWhen;
      readonly diesAt: string;
    };

/** What has to happen first: the failure of another delivery, the time of its turn, or a client that fetches. */
export type FutureWhen = { readonly fails: number } | 'due-then' | 'fetched';

/** Newest first: what may come, then what happened, former lives last. Pure. */
export function deliveryRows(timeline: MessageTimeline): DeliveryRow[] {
  const { prediction, maxRetries, generation } = timeline;
  const future = (prediction?.next ?? []).map((delivery, index): DeliveryRow => ({
    kind: 'future',
    id: `future-${delivery.attempt}`,
    delivery,
    isLast: delivery.attempt === maxRetries + 1,
    when:
      index > 0 || timeline.state === 'in-flight'
        ? { fails: delivery.attempt - 1 }
        : timeline.state === 'waiting-retry'
          ? 'due-then'
          : 'fetched',
    diesAt: prediction?.diesAt ?? '',
  }));
  const made = timeline.deliveries.map((delivery): DeliveryRow => ({
    kind: 'made',
    id: `${delivery.generation}-${delivery.attempt}${idSuffix(delivery)}`,
    delivery,
    isFormerLife: delivery.generation !== generation,
  }));
  return [...future.toReversed(), ...made.toReversed()];
}

/** Lost ones share their number with the one that followed. */
function idSuffix({ state, startedAt }: TimelineDelivery): string {
  if (startedAt === null) return '-own';
  return state === 'lost' ? `-lost-${startedAt}` : '';
}

/** "All 4 deliveries of this life: 2 failed, 1 in flight, 1 to come". */
export function tally(timeline: MessageTimeline): string {
  const made = timeline.deliveries.filter((delivery) => delivery.generation === timeline.generation);
  const count = (state: TimelineDelivery['state']): number =>
    made.filter((delivery) => delivery.state === state && delivery.startedAt !== null).length;
  const own = made.filter(({ startedAt }) => startedAt === null).length;
  const coming = timeline.prediction === null ? 0 : timeline.prediction.next.length + timeline.prediction.omitted;
  const parts = [
    count('failed') > 0 ? `${count('failed')} failed` : null,
    own > 0 ? `${own} reported by the client itself` : null,
    count('lost') > 0 ? `${count('lost')} not counted` : null,
    count('revoked') > 0 ? `${count('revoked')} taken back` : null,
    count('restarted') > 0 ? `${count('restarted')} acknowledged too early` : null,
    count('in-flight') > 0 ? `${count('in-flight')} in flight` : null,
    count('consumed') > 0 ? `${count('consumed')} consumed` : null,
    coming > 0 ? `${coming} to come if they fail` : null,
  ].filter((part) => part !== null);
  const life = timeline.generation === 0 ? '' : ' of this life';
  return parts.length === 0 ? `No delivery${life} yet` : `Deliveries${life}: ${parts.join(', ')}`;
}
