import type { Reason } from '../../model/language/t';
import type { Differing } from '../../broker';
import type {
  AccessOutcome,
  ClientHolds,
  ClusterClient,
  ClusterProducers,
  CopyQuery,
  FoundScheduled,
  GoBackPlan,
  GroupAssignments,
  GroupClients,
  GroupKind,
  GroupLag,
  MessageCopies,
  MessageCopy,
  NameServerState,
  OldestWaiting,
  ReplicaState,
  ResetPreview,
  SettingAtBroker,
  SettingOutcome,
  SilentBroker,
  Traced,
  WaitingRetries,
} from '../../cluster';
import type { Actor } from '../../model/audit/actor';
import type { Drain } from '../../model/backlog/drain';
import type { BrokerSettingName } from '../../model/cluster/broker-setting';
import type { ChangeableSetting } from '../../model/cluster/setting-change';
import type { ClusterMarkName, MarkSource } from '../../model/cluster/cluster-mark';
import type { BrokerPlace } from '../../model/message/broker-place';
import type { ToldReading } from '../../model/reading';
import type { RetryPolicy } from '../../model/delivery/retry-policy';
import type { StillQueue } from '../rocketmq/clusters/still-queues';
import type { GroupBackoff } from '../rocketmq/groups/backoff';
import type { AccessAsked, AccessChangeAsked, AccessExplained, AccessOfCluster } from './access';
import type { SubscriptionView } from './group-clients';
import type { GroupInBrokers } from './groups';
import type { ScheduledFound, TimersOfCluster } from './timers';

/** What only an engine with brokers behind it has. Each function asks them, and throws BrokerError unavailable. */
export interface BrokersPort {
  /** @throws BrokerError group-not-found */
  lag(group: string): Promise<LagInBrokers>;
  /** Consumers: 5.x ones through the proxies, 4.x ones at the brokers. @throws BrokerError group-not-found */
  connections(group: string): Promise<GroupConnections>;
  /** What one connected 4.x client holds, as it says itself. */
  clientHolds(of: {
    readonly group: string;
    readonly clientId: string;
    readonly withStack?: boolean | undefined;
  }): Promise<ClientHolds>;
  /** Which 4.x client has which queue, as each of them says itself. @throws BrokerError group-not-found */
  assignments(group: string): Promise<GroupAssignments>;
  /** What of a group waits for its next delivery, and until when; costs the brokers many reads. */
  waitingRetries(group: string): Promise<WaitingRetries>;
  /** What a reset of the position in one topic would skip and repeat. Null: from the end. */
  previewReset(to: {
    readonly group: string;
    readonly topic: string;
    readonly since: Date | null;
  }): Promise<ResetPreview>;
  /**
   * What it means to take the newest reset of a group back. @param at of the reset that is meant
   * @throws BrokerError group-not-found, not-found, conflict: another reset is the newest
   */
  previewResetUndo(group: string, at?: string): Promise<ResetUndo>;
  /** @throws BrokerError not-found, conflict: the group went on, or its positions are gone */
  undoReset(change: GroupGoesBack): Promise<ResetUndo>;
  /** Connected 4.x producers. */
  producers(): Promise<ClusterProducers>;
  /** How much the brokers and proxies have to do, and how near that is to what they refuse at. */
  load(): Promise<readonly PeerLoad[]>;
  /** Every master broker and name server, and the settings in which brokers differ from others or from the defaults. */
  list(): Promise<BrokersOfCluster>;
  /**
   * One setting of the brokers that are named, one after another; each is read back.
   * @throws BrokerError forbidden, bad-request, conflict: a broker has another value than was seen, unavailable
   */
  changeSetting(change: SettingChangeAsked): Promise<SettingOutcome>;
  /** The timer of each master, which keeps messages with a delivery time. */
  timers(): Promise<TimersOfCluster>;
  /** One scheduled message by its id, and what came of it. @throws BrokerError topic-not-found */
  findScheduled(asked: { readonly topic: string; readonly messageId: string }): Promise<ScheduledFound>;
  /** Users and rules of ACL 2, as each master has them. */
  access(): Promise<AccessOfCluster>;
  /**
   * A user of ACL 2 or its rules on every master, one after another; each is read back.
   * @throws BrokerError forbidden, bad-request, not-found, conflict: it would lock the console out, unavailable
   */
  changeAccess(change: AccessChangeAsked): Promise<AccessOutcome>;
  /** Whether brokers let a user do something, and the rule that decides. */
  explainAccess(asked: AccessAsked): Promise<AccessExplained>;
  /** How near the brokers were to refusing since then. @throws BrokerError bad-request */
  loadHistory(from: string): Promise<LoadHistory>;
  /** Where a message lies at every broker: as it was sent, its retries and its deaths. */
  copies(of: CopiesAsked): Promise<CopiesInBrokers>;
  /**
   * One connected 4.x client handles one stored message now; positions, retries and dead letters stay as they are.
   * @throws BrokerError forbidden, group-not-found, message-not-found, not-found, conflict, unavailable: whether it was
   * handled is not known
   */
  consumeNow(asked: ConsumeAsked): Promise<ConsumedNow>;
  /** Messages by id or by one key. */
  find(asked: { readonly q: string; readonly topic?: string | undefined }): Promise<FoundInBrokers>;
}

export interface ConsumeAsked {
  readonly group: string;
  readonly clientId: string;
  readonly place: BrokerPlace;
  readonly actor: Actor;
  readonly reason: string;
}

export interface ConsumedNow {
  readonly client: string;
  readonly isConsumed: boolean;
  /** As the client said it. */
  readonly result: string;
  readonly remark: string | null;
  readonly tookMs: number;
}

export interface GroupGoesBack {
  readonly group: string;
  /** Of the reset that was shown; undefined: whatever the newest is. */
  readonly at?: string | undefined;
  readonly actor: Actor;
  readonly reason: string;
}

export interface ResetUndo extends GoBackPlan {
  readonly topic: string;
  /** When the group was reset, and by whom. */
  readonly at: string;
  readonly by: string;
}

/** The backlog of a group by topic, queue and broker, retries included, and its settings on each broker. */
export interface LagInBrokers {
  readonly lag: GroupLag;
  readonly oldest: ToldReading<OldestWaiting | null>;
  /** When nothing waits any more. */
  readonly drain: ToldReading<Drain>;
  /** Queues that stand still. */
  readonly still: readonly StillQueue[];
  readonly inBrokers: GroupInBrokers;
}

export interface Connection extends Omit<ClusterClient, 'subscriptions' | 'isOwn' | 'isBroadcast'> {
  /** Its own; null: it has not said so yet. */
  readonly subscriptions: readonly SubscriptionView[] | null;
  /** What it waits by after a failure. */
  readonly backoff: ToldReading<RetryPolicy>;
}

export interface GroupConnections extends Omit<GroupClients, 'clients'> {
  /** Null: its clients subscribe alike, as last counted. */
  readonly differing: Differing | null;
  readonly kind: GroupKind;
  /** Of the group, which its 5.x clients follow. */
  readonly backoff: GroupBackoff;
  readonly clients: readonly Connection[];
}

export interface PeerMark {
  readonly mark: ClusterMarkName;
  readonly value: ToldReading<number>;
  /** Null: there is none, or it is not known. */
  readonly line: number | null;
  readonly source: MarkSource;
}

/** Where a broker reports to Prometheus, and whether that could be read. */
export interface BrokerMetrics {
  readonly host: string;
  readonly asOf: string;
  readonly problem: Reason | null;
}

export interface PeerLoad {
  readonly kind: 'broker' | 'proxy';
  readonly name: string;
  /** Since when it does not answer; null: it does, or that is not known. */
  readonly awaySince: Date | null;
  readonly awayWhy: Reason | null;
  readonly unwellWhy: Reason | null;
  readonly seenAt: Date | null;
  /** Messages per second over the last minute. */
  readonly inPerSecond: ToldReading<number>;
  readonly outPerSecond: ToldReading<number>;
  /** What this process of the console asked it, over the last minute. */
  readonly callsPerSecond: ToldReading<number>;
  /** In the busiest second of that minute. */
  readonly mostCalls: ToldReading<number>;
  /** Reads of a broker in any second; null: of a proxy, which is not asked. */
  readonly callLimit: number | null;
  /** Of a broker. */
  readonly marks: readonly PeerMark[];
  /** Null: nothing is set. */
  readonly metrics: BrokerMetrics | null;
}

/** A broker that is away has no version, start or settings: they are unknown. */
export interface BrokerOfCluster extends Omit<PeerLoad, 'kind' | 'seenAt' | 'metrics'> {
  /** As it announces it; null: it has no master now. */
  readonly address: string | null;
  readonly replicas: number;
  readonly version: string | null;
  readonly role: string | null;
  readonly startedAt: Date | null;
  /** A switch-over: its master was elsewhere before. Null: it has not moved while this console watched it. */
  readonly moved: { readonly at: Date; readonly from: string } | null;
}

export interface SettingInBrokers {
  readonly name: BrokerSettingName;
  /** Of the brokers that answered; null: the broker does not have it. */
  readonly values: readonly { readonly broker: string; readonly value: string | null }[];
  readonly differs: boolean;
  /** Every broker that has it has the default of RocketMQ. */
  readonly isUsual: boolean;
  /** The last change through this console, of the brokers that still have its value. Null: there is none. */
  readonly last: LastSettingChange | null;
}

/** `changes` takes it back. */
export interface LastSettingChange {
  readonly at: Date;
  readonly by: string;
  readonly changes: readonly SettingAtBroker[];
}

export interface SettingChangeAsked {
  readonly setting: ChangeableSetting;
  readonly changes: readonly SettingAtBroker[];
  readonly actor: Actor;
  readonly reason: string;
}

export interface BrokersOfCluster {
  readonly asOf: string;
  readonly brokers: readonly BrokerOfCluster[];
  readonly replicas: readonly ReplicaState[];
  readonly nameServers: readonly NameServerState[];
  readonly settings: readonly SettingInBrokers[];
  /** Whose settings are unknown. */
  readonly silent: readonly SilentBroker[];
}

export interface LoadHistory {
  readonly to: Date;
  readonly stepSeconds: number;
  readonly brokers: readonly string[];
  /** Oldest first. A time that was not sampled, and a broker that did not answer, are left out: unknown, not 0. */
  readonly points: readonly { readonly at: Date; readonly of: readonly BrokerLoadPoint[] }[];
}

interface BrokerLoadPoint {
  readonly broker: string;
  /** Of what it refuses at, by the mark that was nearest; 1 is the line. Null: not known. */
  readonly share: number | null;
  readonly nearest: ClusterMarkName | null;
  readonly storedPerSecond: number | null;
  readonly handedOutPerSecond: number | null;
}

export interface CopiesAsked {
  readonly id: string;
  /** Left out: as the list of dead letters knows it. */
  readonly topic?: string | undefined;
  readonly by: CopyQuery['by'];
}

export interface CopiesInBrokers {
  /** Null: brokers find a message in one topic only, and which one it is is not known. */
  readonly topic: string | null;
  /** In the order of their times. */
  readonly copies: readonly MessageCopy[];
  /** Where it is or was scheduled, and what came of it; empty without its id. */
  readonly scheduled: readonly FoundScheduled[];
  readonly groups: readonly string[];
  /** Groups of the topic that were not searched. */
  readonly left: number;
  /** Here a broker gave as many as it ever does. */
  readonly full: MessageCopies['full'];
  readonly answered: number;
  readonly silent: readonly SilentBroker[];
  /** What 4.x clients traced of it. Null: it was not searched for, because it is known by a key alone. */
  readonly traces: {
    /** Where the brokers keep traces; empty: none of them does. */
    readonly topics: readonly string[];
    /** In the order of their times. */
    readonly items: readonly Traced[];
  } | null;
}

/** What a search in a cluster found, and how far it saw. */
export interface FoundInBrokers {
  /** Null: brokers find a message within one topic only, and which one it is is not known. */
  readonly topic: string | null;
  /** What the text was searched as, in this order; empty: the brokers were not asked. */
  readonly tried: readonly (CopyQuery['by'] | 'traceId')[];
  /** In the text that was searched, if it can be one. */
  readonly traceId: string | null;
  /** Messages of the topic, the newest, whose trace was compared: brokers have no index of traces. Null: none. */
  readonly compared: { readonly messages: number; readonly left: number } | null;
  /** The topic was not given: a 4.x producer traced that it sent the message there. */
  readonly isTopicTraced: boolean;
  /** Newest first. */
  readonly items: readonly FoundInCluster[];
  readonly total: ToldReading<number>;
  /** Whose retry and dead-letter topics were searched. */
  readonly groups: readonly string[];
  /** Groups of the topic that were not searched. */
  readonly left: number;
  /** Here a broker gave as many as it ever does. */
  readonly full: MessageCopies['full'];
  readonly answered: number;
  readonly silent: MessageCopies['answers']['silent'];
  /** Why the brokers were not searched; null: they were, or no topic is known. */
  readonly refusal: string | null;
}

/** One message that a search in a cluster found, put together from its copies. */
export interface FoundInCluster {
  /** Null: who sent it gave it none. */
  readonly messageId: string | null;
  readonly topic: string;
  readonly keys: readonly string[];
  readonly tag: string | null;
  /** When it was stored as it was sent; null: that copy is not found. */
  readonly sentAt: string | null;
  /** Of each group the newest copy that it got alone; of no group: as it was sent, where there is nothing else. */
  readonly lies: readonly LiesIn[];
  readonly brokers: readonly string[];
  /** A dead letter of it is in the list of this console. */
  readonly isKept: boolean;
}

export interface LiesIn {
  readonly role: MessageCopy['role'];
  readonly group: string | null;
  readonly at: string;
  /** As the broker counts failed deliveries. */
  readonly reconsumeTimes: number;
}
