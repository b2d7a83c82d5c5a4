import type { ToldReading } from '../../model/reading';
import type { ClusterClient } from './client';

/** What one client of a group holds: fetched, and not settled. Only 4.x clients can be asked. */
export interface ClientHolds {
  readonly clientId: string;
  readonly protocol: ClusterClient['protocol'];
  readonly asOf: string;
  /** In all of its queues; unknown says why there is no answer. */
  readonly messages: ToldReading<number>;
  /** Queues that it consumes from now, by topic; none while it does not answer. */
  readonly queues: readonly HoldingQueue[];
  /** As it measured in the last minute. */
  readonly topics: readonly HandledTopic[];
  /** What it says of itself; null: it does not answer. */
  readonly itself: ClientItself | null;
  /** Of its threads, where that was asked for: cut at MOST_STACK characters. Null: it does not say. */
  readonly stack: string | null;
}

/** Hundreds of threads have less. */
export const MOST_STACK = 400_000;

/** Null where the client leaves it out. */
export interface HoldingQueue {
  readonly topic: string;
  readonly broker: string;
  readonly queueNo: number;
  readonly messages: ToldReading<number>;
  /** Of the bodies, rounded down: with messages, 0 is less than one. */
  readonly wholeMib: number | null;
  /** That it commits, at the latest 5 s from now. */
  readonly offset: number | null;
  readonly lastFetchAt: string | null;
  /** When it last settled something; before that, when it got the queue. */
  readonly lastSettledAt: string | null;
  /** Of an ordered listener: whether the broker gave it the queue. */
  readonly isLocked: boolean | null;
  /** Another client has the queue now, and it lets go. */
  readonly isGivenUp: boolean;
}

export interface HandledTopic {
  readonly topic: string;
  readonly handleMs: number | null;
  readonly handledPerSecond: number | null;
  readonly failedPerSecond: number | null;
}

export interface ClientItself {
  readonly startedAt: string | null;
  readonly threads: number | null;
  readonly isOrdered: boolean | null;
  /** Its own, which counts for 4.x clients; -1: as its library has it. */
  readonly maxRetries: number | null;
}
