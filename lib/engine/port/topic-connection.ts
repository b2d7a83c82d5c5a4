import type { ClusterTopicType } from '../../cluster';
import type { FoundState } from '../../model/message/found-message';
import type { ToldReading } from '../../model/reading';

/**
 * How far the first applications of a topic have come. Null in a reading: not yet. What an engine never tells is not
 * offered, with the reason.
 */
export interface TopicConnection {
  readonly topic: string;
  readonly type: ClusterTopicType;
  /** Null: no group was chosen. */
  readonly group: string | null;
  /** Those to choose from, at most 500. */
  readonly groups: readonly string[];
  /** Where 5.x clients connect to; empty: to the gateway of this installation. */
  readonly endpoints: ToldReading<readonly string[]>;
  readonly producer: ToldReading<SeenProducer | null>;
  readonly stored: ToldReading<number>;
  readonly newest: ToldReading<NewestMessage | null>;
  readonly consumer: ToldReading<SeenConsumer | null>;
  /** The newest message that the group committed, of the newest ones of the topic. */
  readonly committed: ToldReading<NewestMessage | null>;
}

export interface SeenProducer {
  readonly host: string;
  /** Null: it is not connected any more, and is known by the message that it sent. */
  readonly sdk: { readonly language: string; readonly version: string } | null;
  readonly lastAt: Date;
  /** The console sent it. */
  readonly isConsole: boolean;
}

export interface SeenConsumer {
  readonly host: string;
  readonly language: string;
  readonly version: string;
  /** Of the group, on this topic. */
  readonly count: number;
}

export interface NewestMessage {
  readonly messageId: string;
  readonly keys: readonly string[];
  readonly queueNo: number;
  /** Null: it waits outside the log. */
  readonly offset: number | null;
  readonly storedAt: Date;
  /** For the chosen group; null: unknown, as when each client of a broadcast group has its own. */
  readonly state: FoundState['state'];
}
