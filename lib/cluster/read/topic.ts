import type { MessageType } from '../../model/topic';
import type { SilentBroker } from '../topology/answers';

export interface ClusterTopicPart {
  readonly broker: string;
  readonly readQueues: number;
  readonly writeQueues: number;
  readonly mayRead: boolean;
  readonly mayWrite: boolean;
  readonly messageType: MessageType | 'MIXED' | 'UNSPECIFIED';
  readonly attributes: Readonly<Record<string, string>>;
}

export interface ClusterTopic {
  readonly name: string;
  readonly parts: readonly ClusterTopicPart[];
  readonly differs: boolean;
  readonly missingOn: readonly string[];
}

export interface ClusterTopics {
  readonly asOf: string;
  readonly topics: readonly ClusterTopic[];
  readonly answered: readonly string[];
  readonly silent: readonly SilentBroker[];
}
