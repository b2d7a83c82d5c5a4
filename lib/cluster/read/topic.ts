import type { Reason } from '../../model/language/t';
import type { MessageType } from '../../model/topic/topic';
import type { SilentBroker } from '../topology/answers';

/** MIXED: all types. UNSPECIFIED: made by a client or a tool of RocketMQ 4, without a type. */
export type ClusterTopicType = MessageType | 'MIXED' | 'UNSPECIFIED';

export interface ClusterTopicPart {
  readonly broker: string;
  readonly readQueues: number;
  readonly writeQueues: number;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly messageType: ClusterTopicType;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ClusterTopic {
  readonly name: string;
  readonly parts: readonly ClusterTopicPart[];
  readonly differs: boolean;
  readonly missingOn: readonly string[];
  /** Of what each broker that answered has: a save with another one is refused. */
  readonly version: string;
}

export interface ClusterTopics {
  readonly asOf: string;
  readonly topics: readonly ClusterTopic[];
  readonly answered: readonly string[];
  readonly silent: readonly SilentBroker[];
}

/** What came of a change, by broker: it was read back from each. */
export interface TopicOutcome {
  /** all: every master has it now. some: masters differ, to be repaired. none: nothing changed. */
  readonly reached: 'all' | 'some' | 'none';
  readonly brokers: readonly {
    readonly broker: string;
    readonly before: ClusterTopicPart | null;
    /** As read back; null: not there, or not known. */
    readonly after: ClusterTopicPart | null;
    readonly problem: Reason | null;
  }[];
}
