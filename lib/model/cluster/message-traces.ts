import type { FailedDelivery } from '../delivery/failed-delivery';
import type { DeliveredMessage, OutgoingMessage } from '../message/message';

interface Place {
  readonly topic: string;
  readonly clientId: string;
  /** Of the call, on the monotonic clock. */
  readonly startedMs: number;
}

/** Notes what happens to messages whose producers trace them. */
export interface MessageTraces {
  /** @param failure why they were not stored; null: they were */
  sent(messages: readonly OutgoingMessage[], place: Place, failure: string | null): void;
  delivered(messages: readonly DeliveredMessage[], place: Place & { readonly group: string }): void;
  acked(
    entries: readonly { readonly receiptHandle: string; readonly failure: string | null }[],
    place: Place & { readonly group: string },
  ): void;
  failed(deliveries: readonly FailedDelivery[]): void;
}
