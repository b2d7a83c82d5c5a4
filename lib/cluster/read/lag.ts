import type { ToldReading } from '../../model/reading';
import type { SilentBroker } from '../topology/answers';

export interface QueueLag {
  readonly broker: string;
  readonly queueNo: number;
  /** Where the next message is stored. */
  readonly endOffset: number;
  /** Handed out for 5.x clients, settled for 4.x ones. */
  readonly offset: ToldReading<number>;
  readonly notDelivered: ToldReading<number>;
  readonly inFlight: ToldReading<number>;
  /** Store time of the last message before `offset`; what waits is later than it. */
  readonly lastConsumedAt: string | null;
}

export interface TopicLag {
  readonly topic: string;
  /** Messages of the topic itself, or its retries. */
  readonly role: 'topic' | 'retry';
  readonly queues: readonly QueueLag[];
  readonly notDelivered: ToldReading<number>;
  readonly inFlight: ToldReading<number>;
}

export interface GroupLag {
  readonly group: string;
  readonly asOf: string;
  readonly topics: readonly TopicLag[];
  /** Messages of topics that were not handed out yet. */
  readonly notDelivered: ToldReading<number>;
  readonly inFlight: ToldReading<number>;
  /** In retry topics: due, and not handed out yet. */
  readonly dueRetries: ToldReading<number>;
  /** In the dead-letter topic and within the brokers' retention. */
  readonly deadLetters: ToldReading<number>;
  readonly silent: readonly SilentBroker[];
}

export interface OldestWaiting {
  readonly topic: string;
  readonly broker: string;
  readonly queueNo: number;
  readonly storedAt: string;
}
