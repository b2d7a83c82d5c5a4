import type { ListLiteTopicsInput, LiteTopic, SendTestInput, TopicDeletePlan } from '../../broker';
import type { Page } from '../../broker/page-of';
import type { ClusterTopics, ClusterTopicType, QueueFigures, readTopic, TopicFigures } from '../../cluster';
import type { Actor } from '../../model/audit/actor';
import type { ClassicName } from '../../model/classic-names';
import type { ToldReading } from '../../model/reading';
import type { Failover } from '../../model/throttle/failover';
import type { MessageType } from '../../model/topic/topic';
import type { DeletionInBrokers } from './deletion';
import type { TopicConnection } from './topic-connection';

/** Topics of an engine. Every function throws BrokerError; topic-not-found where a topic is named. */
export interface TopicsPort {
  /** By name. An engine that keeps topics on brokers gives all of them at once. */
  list(page: { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<TopicList>;
  has(topic: string): Promise<boolean>;
  /** With figures, at most 500. */
  figures(): Promise<TopicsPage>;
  /** What is in a topic, which clients send to it and which groups read it. Null: there is none of this name. */
  find(topic: string): Promise<TopicDetail | null>;
  /** Where a topic name of Apache RocketMQ's own leads. Null: an ordinary name, or one of a group that is not there. */
  classic(topic: string): Promise<ClassicPlace | null>;
  /** Who sent the newest messages, on any node. */
  producers(topic: string): Promise<TopicProducers>;
  /** Lite topics of a LITE topic, by name, and who receives each. @throws BrokerError not-found */
  liteTopics(asked: ListLiteTopicsInput): Promise<Page<LiteTopic>>;
  /** Who consumes the dead letters of a group as a topic. Reading it does not create it. */
  deadLettersOf(group: string): Promise<DeadLetterTopic>;
  /** How far the first applications of a topic have come. @throws BrokerError topic-not-found */
  connection(of: { readonly topic: string; readonly group: string | null }): Promise<TopicConnection>;
  /** As each broker has them. */
  copies(): Promise<ClusterTopics>;
  copiesOf(topic: string): Promise<BrokerTopic>;
  /** Figures of its queues, and the groups that the retention overtakes. @throws BrokerError unavailable */
  figuresInBrokers(topic: string): Promise<TopicInBrokers>;
  /** @throws BrokerError already-exists, bad-request, illegal-topic */
  create(change: NewTopic): Promise<Topic>;
  /** More queues, never fewer; in a cluster the type and the queues of every broker. @throws BrokerError conflict */
  update(change: TopicUpdate): Promise<Topic>;
  planDelete(topic: string): Promise<TopicDeletionPlan>;
  /** @throws BrokerError bad-request, conflict: it is in use */
  delete(change: TopicRemoval): Promise<TopicDeletionPlan>;
  /** Null: producers go nowhere else. @throws BrokerError conflict */
  setFailover(change: FailoverChange): Promise<Failover | null>;
  /** One message on behalf of an operator. @throws BrokerError one code per limit */
  sendTest(message: TestMessage): Promise<TestReceipt>;
}

interface ByOperator {
  readonly topic: string;
  readonly actor: Actor;
  readonly reason?: string | undefined;
}

export interface NewTopic extends ByOperator {
  readonly messageType: MessageType;
  /** Of a LITE topic, and of this broker alone. */
  readonly liteExpirationMinutes?: number | undefined;
  readonly queues?: number | undefined;
}

export interface TopicUpdate extends ByOperator {
  readonly queues: number;
  /** Of a cluster alone, and needed there: each broker keeps a type, and the version is what each of them has. */
  readonly type?: ClusterTopicType | undefined;
  readonly version?: string | undefined;
}

export interface TopicRemoval extends ByOperator {
  /** The name once more, when the topic is not empty. */
  readonly confirm?: string | undefined;
}

type CountedInTopic = 'stored' | 'inFlight' | 'waiting' | 'scheduled' | 'transactions' | 'deadLetters';

/** What goes with a topic, or went. Null: unknown. */
export type TopicDeletionPlan = Omit<TopicDeletePlan, CountedInTopic | 'readers'> & {
  readonly [Key in CountedInTopic]: number | null;
} & {
  readonly readers: readonly { readonly group: string; readonly behind: number | null }[];
  /** Null: one store. */
  readonly inBrokers: DeletionInBrokers | null;
};

export interface FailoverChange extends Omit<ByOperator, 'reason'>, Pick<Failover, 'version'> {
  readonly endpoints: string | null;
  readonly afterSeconds?: number | undefined;
  readonly reason: string;
}

export interface TestMessage extends SendTestInput {
  /** In a cluster: the broker that stores it. */
  readonly broker?: string | undefined;
}

export interface TestReceipt {
  readonly messageId: string;
  readonly topic: string;
  /** Of a cluster the broker that stored it; null: one store. */
  readonly broker: string | null;
  readonly queueNo: number;
  /** Null: it waits for its delivery time. */
  readonly offset: number | null;
  readonly scheduledFor: Date | null;
}

export interface Topic {
  readonly name: string;
  readonly type: ClusterTopicType;
  /** Of all brokers that answered. */
  readonly queues: number;
  /** Null: brokers do not tell. */
  readonly createdAt: Date | null;
  /** Each master that has it. Null: one store. */
  readonly brokers:
    | readonly {
        readonly broker: string;
        readonly queues: number;
        readonly type: ClusterTopicType;
        readonly readable: boolean;
        readonly writable: boolean;
      }[]
    | null;
  /** Brokers that answered and do not have it. */
  readonly missingOn: readonly string[];
  /** Of a LITE topic of this broker; null: none. */
  readonly liteExpirationMinutes: number | null;
  /** Null: one store, where a change names none. */
  readonly version: string | null;
}

export interface TopicList {
  readonly items: readonly ListedTopic[];
  readonly nextCursor: string | null;
}

export interface ListedTopic extends Topic {
  /** Sends have been refused since then, pauses of a minute included; null: not now. */
  readonly throttledSince: Date | null;
  readonly failover: Failover | null;
  /** Throttled for longer than the failover waits. */
  readonly useFailover: boolean;
}

export interface TopicsPage {
  readonly items: readonly TopicRow[];
  /** Names beyond the ones shown exist. */
  readonly more: boolean;
}

export interface TopicRow {
  readonly name: string;
  readonly messageType: MessageType;
  readonly queueCount: number;
  readonly createdAt: Date;
  readonly stored: ToldReading<number>;
  readonly lastStoredAt: Date | null;
  readonly groups: ToldReading<readonly string[]>;
  /** Half messages that wait; null: not a TRANSACTION topic. */
  readonly pendingTransactions: ToldReading<number> | null;
  /** What waits for its delivery time; null: not a DELAY topic. */
  readonly scheduled: ScheduledCount | null;
  /** Where producers send when throttling lasts; null: not set. */
  readonly failover: ToldReading<string | null>;
}

export interface ScheduledCount {
  /** Counted to `countedTo`; one more means "more than that". */
  readonly waiting: ToldReading<number>;
  readonly countedTo: number;
  readonly nextDueAt: Date | null;
}

export interface TopicDetail {
  readonly name: string;
  readonly messageType: MessageType;
  readonly createdAt: Date;
  /** Messages in the log, failed and consumed ones included. */
  readonly stored: ToldReading<number>;
  /** Stored in the last minute; an estimate ("at least") when there were too many to count. */
  readonly lastMinute: ToldReading<number>;
  readonly oldestStoredAt: Date | null;
  readonly lastStoredAt: Date | null;
  readonly retentionHours: number;
  readonly queues: readonly TopicQueue[];
  readonly readers: readonly TopicReader[];
  /** Of all nodes; those of other nodes as these last reported. */
  readonly clients: readonly TopicClient[];
}

export interface TopicQueue {
  readonly queueNo: number;
  readonly stored: number;
  /** The offset the next message gets. */
  readonly tail: number;
  readonly lastStoredAt: Date | null;
}

export interface TopicReader {
  readonly group: string;
  readonly behind: ToldReading<number>;
  readonly waiting: ToldReading<number>;
  readonly oldestAt: Date | null;
  readonly since: Date;
}

export interface TopicClient {
  readonly clientId: string;
  readonly kind: string;
  readonly group: string | null;
  readonly language: string;
  readonly version: string;
  readonly lastSeen: Date;
}

export interface ClassicPlace {
  readonly name: string;
  readonly kind: ClassicName['kind'];
  readonly sentence: string;
  readonly group: string | null;
  readonly topic: string | null;
  /** Address of the page, without the name that led there. */
  readonly page: string;
}

export interface TopicProducers {
  readonly producers: readonly TopicProducer[];
  /** The newest messages, by which these are known. */
  readonly checkedCount: number;
}

export interface TopicProducer {
  readonly host: string;
  readonly messages: number;
  readonly lastAt: Date;
  /** Its messages were sent from the console. */
  readonly isConsole: boolean;
}

export interface DeadLetterTopic {
  readonly name: string;
  /** A client has asked for it; from then on it gets a copy of each dead letter. */
  readonly opened: boolean;
  /** Older dead letters are still being copied to it. */
  readonly filling: boolean;
  readonly readers: readonly TopicReader[];
}

/** One topic as each broker has it. */
export type BrokerTopic = Awaited<ReturnType<typeof readTopic>> & {
  /** Groups that read it, or did, at any broker; unknown while a broker is silent. */
  readonly readers: ToldReading<readonly string[]>;
};

export interface TopicInBrokers extends TopicFigures {
  readonly queues: readonly (QueueFigures & {
    /** Hours that its broker keeps a message; null: it does not say. */
    readonly retentionHours: number | null;
  })[];
  readonly groups: readonly TopicGroupFigures[];
  /** Groups that read it, and were not asked for. */
  readonly groupsLeft: number;
}

/** One group in one topic, over all brokers. */
export interface TopicGroupFigures {
  readonly group: string;
  /** Stored after its position: handed out for 5.x clients, settled for 4.x ones. */
  readonly behind: ToldReading<number>;
  /** Brokers removed them before the group came to them. */
  readonly removedUnread: ToldReading<number>;
  readonly outPerSecond: ToldReading<number>;
  readonly loss: ToldReading<LossOutlook>;
}

/** Whether messages are removed before the group reads them. `at`: the earliest moment, and the queue of it. */
export type LossOutlook =
  | { readonly kind: 'none' }
  | {
      /** loses: the backlog does not drain by then, or a queue stands still. unless-read: that is not known. */
      readonly kind: 'catches-up' | 'loses' | 'unless-read';
      readonly at: string;
      readonly broker: string;
      readonly queueNo: number;
    };
