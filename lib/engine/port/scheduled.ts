import type { Reason } from '../../model/language/t';
import type { Recalled } from '../../broker/schedule/recall';
import type { SilentBroker } from '../../cluster';
import type { Actor } from '../../model/audit/actor';
import type { ToldReading } from '../../model/reading';

/** Delayed messages that wait for their time. Every function throws BrokerError; topic-not-found. */
export interface ScheduledPort {
  /** Of one topic, next due first. Costs brokers of a cluster many reads. @throws BrokerError bad-request */
  page(asked: ScheduledAsked): Promise<ScheduledList>;
  /** It is never delivered. @throws BrokerError message-type-conflict, message-not-found, recall-too-late */
  recall(change: ScheduledRecall): Promise<Recalled>;
}

export interface ScheduledAsked {
  readonly topic: string;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface ScheduledRecall {
  readonly topic: string;
  readonly messageId: string;
  readonly reason?: string | undefined;
  readonly actor: Actor;
}

export interface ScheduledList {
  readonly items: readonly ScheduledItem[];
  readonly nextCursor: string | null;
  /** How many wait; counted to `countedTo`. */
  readonly waiting: ToldReading<number>;
  readonly countedTo: number;
  /** What was not read, and who is late, in sentences. */
  readonly notes: readonly Reason[];
  /** Brokers that did not answer. */
  readonly silent: readonly SilentBroker[];
  /** Why no operator recalls one here; null: who has the right does. */
  readonly noRecall: string | null;
}

export interface ScheduledItem {
  /** Null: one store. */
  readonly broker: string | null;
  readonly messageId: string;
  readonly topic: string;
  readonly dueAt: Date;
  /** When the broker took it. */
  readonly scheduledAt: Date;
  readonly tag: string | null;
  readonly messageGroup: string | null;
  readonly keys: readonly string[];
  /** As stored, which may be compressed. */
  readonly bodyBytes: number;
  readonly bornAt: Date;
  readonly bornHost: string;
  readonly recalledAt: Date | null;
  /** Null, of a recalled one: its producer. */
  readonly recalledBy: string | null;
}
