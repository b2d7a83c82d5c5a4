import type { DeliveryCause } from './delivery-state';

/** The end of a delivery that failed, or of a message that waited and was given up. */
export interface FailedDelivery {
  readonly topic: string;
  readonly group: string;
  readonly messageId: string;
  /** As the producer wrote it. */
  readonly traceContext: string;
  readonly cause: DeliveryCause;
  /** Deliveries so far; an ordered client counts its own. */
  readonly attempt: number;
  /** Raised by each re-drive. */
  readonly generation: number;
  /** It waits for its next delivery, is a dead letter, or was dropped (in a broadcast group). */
  readonly outcome: 'waits' | 'dead' | 'dropped';
  readonly at: Date;
  /** Of the next delivery. */
  readonly dueAt: Date | null;
  /** Who had it last, as which attempt, and since when; null: no client in this life. */
  readonly client: string | null;
  readonly handedAs: number | null;
  readonly handedAt: Date | null;
}
