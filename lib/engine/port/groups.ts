import type { Differing, GroupDeletion, OffsetReset, ReplayedPolicy, ReplayInput } from '../../broker';
import type { ClusterGroupField, ClusterGroupSettings, GroupKind, SilentBroker } from '../../cluster';
import type { Actor } from '../../model/audit/actor';
import type { AttemptBucket } from '../../model/delivery/attempt-bucket';
import type { Drain, RedriveLoad } from '../../model/backlog/drain';
import type { GroupWork } from '../../model/group/group-at-rest';
import type { LintFacts } from '../../model/group/group-lint';
import type { GroupSettings, GroupSettingsInput } from '../../model/group/group-settings';
import type { PolicyEffect } from '../../model/delivery/policy-effect';
import type { ToldReading } from '../../model/reading';
import type { BroadcastFailureRow } from '../../store/queries/broadcast/broadcast-failures';
import type { ChangeView } from './change-view';
import type { DeletionInBrokers } from './deletion';
import type { GroupClients, HeldMessage } from './group-clients';

/** Consumer groups of an engine. Every function throws BrokerError; group-not-found where a group is named. */
export interface GroupsPort {
  /** By name. An engine that keeps groups on brokers gives all of them at once. */
  list(page: { readonly limit?: number | undefined; readonly cursor?: string | undefined }): Promise<GroupList>;
  has(group: string): Promise<boolean>;
  /** With figures: exact where the engine counts, sampled where it asks brokers. */
  get(group: string): Promise<GroupWithMembers>;
  /** The frame of every page of the group. */
  head(group: string): Promise<GroupHead>;
  overview(group: string): Promise<GroupOverview>;
  /** What a policy had made of recent failures; null: nothing is retried. @throws BrokerError bad-request */
  replay(policy: Omit<ReplayInput, 'name'> & { readonly group: string }): Promise<ReplayedPolicy | null>;
  /** Settings with what they are judged against. */
  config(group: string): Promise<GroupConfig>;
  evidence(group: string): Promise<SettingsEvidence>;
  history(group: string): Promise<GroupHistory>;
  /** From `from` on, newest first. */
  changes(group: string, from: string): Promise<readonly ChangeView[]>;
  clients(group: string): Promise<GroupClients>;
  held(group: string, client: string): Promise<readonly HeldMessage[]>;
  /** @throws BrokerError already-exists, bad-request */
  create(change: NewGroup): Promise<GroupView>;
  /** @throws BrokerError conflict: the version is another, or messages in progress forbid it */
  update(change: GroupUpdate): Promise<GroupView>;
  planUpdate(change: Planned<GroupUpdate>): Promise<GroupPlan>;
  /** A new version with the settings of an earlier one. @throws BrokerError conflict, not-found */
  revert(change: GroupRevert): Promise<GroupView>;
  planRevert(change: Planned<GroupRevert>): Promise<GroupPlan>;
  /** The settings of one broker on all of them. */
  makeEqual(change: GroupMakeEqual): Promise<GroupView>;
  planMakeEqual(change: Planned<GroupMakeEqual>): Promise<GroupPlan>;
  pause(control: GroupControl): Promise<ControlledGroup>;
  resume(control: GroupControl): Promise<ControlledGroup>;
  /** With `dryRun` it says what would happen. */
  resetOffset(change: GroupReset): Promise<GroupOffsetReset>;
  /** The whole of what it would do. */
  previewReset(change: Omit<GroupReset, 'actor' | 'reason' | 'dryRun'>): Promise<OffsetReset>;
  /** @throws BrokerError bad-request, conflict: it is in use */
  delete(change: GroupRemoval): Promise<GroupDeletionPlan>;
}

export interface GroupControl {
  readonly group: string;
  readonly actor: Actor;
  readonly reason: string;
}

/** Its reason, if any, is the first entry of the history. */
export type NewGroup = GroupSettingsInput & Omit<GroupControl, 'reason'> & { readonly reason?: string | undefined };
/** `version`: the one that the operator saw. */
export type GroupUpdate = NewGroup & { readonly version: number };
export type GroupRevert = GroupControl & { readonly version: number; readonly to: number };
export type GroupMakeEqual = GroupControl & { readonly version: number; readonly like: string };
export type Planned<Change> = Omit<Change, 'actor' | 'reason'>;

export interface GroupReset extends GroupControl {
  readonly to: 'newest' | 'earliest' | Date;
  /** Left out: every topic that the group reads. */
  readonly topic?: string | undefined;
  readonly dryRun: boolean;
}

export interface GroupRemoval extends GroupControl {
  /** The name once more, when the group is not empty. */
  readonly confirm?: string | undefined;
  readonly dryRun: boolean;
}

type Counted = 'unread' | 'inFlight' | 'waiting' | 'dead';

/** What goes, or went. */
export interface GroupDeletionPlan extends Omit<GroupDeletion, 'contents'> {
  readonly contents: Omit<GroupDeletion['contents'], Counted> & {
    /** Null: unknown. */
    readonly [Key in Counted]: number | null;
  };
  /** Null: one store. */
  readonly inBrokers: DeletionInBrokers | null;
}

/** Of what it skips and repeats; null: the engine does not tell. Only the embedded broker knows the rest. */
export interface GroupOffsetReset extends Partial<Omit<OffsetReset, 'moved' | 'skipped' | 'repeated'>> {
  readonly moved: boolean;
  readonly skipped: number | null;
  readonly repeated: number | null;
}

export interface GroupView extends GroupSettings {
  readonly name: string;
  readonly version: number;
  /** Null: a broker does not tell. */
  readonly createdAt: Date | null;
  readonly updatedAt: Date | null;
  /** Null: its messages are handed out. */
  readonly paused: GroupPause | null;
}

export interface GroupPause {
  /** Null: before it was first seen here. */
  readonly at: Date | null;
  readonly by: string;
  /** Empty: none is known. */
  readonly reason: string;
}

export interface ControlledGroup {
  readonly group: GroupView;
  /** False: it was so already. */
  readonly changed: boolean;
}

/** What a change would do; the group as it is now. */
export interface GroupPlan {
  readonly group: GroupView;
  readonly after: Partial<GroupSettings>;
  /** Null: a broadcast group retries nothing. */
  readonly effect: ToldReading<PolicyEffect> | null;
}

/** What a group has in each state. Ready and oldest are unknown until the group has subscribed once. */
export interface GroupFigures {
  readonly topics: readonly string[];
  readonly ready: ToldReading<number>;
  readonly inFlight: ToldReading<number>;
  readonly waiting: ToldReading<number>;
  /** Of the waiting ones: kept from being delivered by an operator. */
  readonly held: ToldReading<number>;
  readonly dead: ToldReading<number>;
  /** Dead letters that are removed within 24 hours. */
  readonly expiring: ToldReading<number>;
  readonly blockedKeys: ToldReading<number>;
  readonly behindBlocked: ToldReading<number>;
  /** Blocked keys whose clients may be retrying on their own: the broker learns of what fails there at the end. */
  readonly unreportedKeys: ToldReading<number>;
  /** Ready and in flight; messages that wait for a retry are counted separately. */
  readonly lag: ToldReading<number>;
  /** When the oldest ready message became ready; null: nothing is ready. */
  readonly oldestReadyAt: ToldReading<string | null>;
  readonly nextDueAt: Date | null;
  readonly lastDeadAt: Date | null;
  readonly blockedSince: Date | null;
  /** Consumers connected to any node, as the nodes last reported. */
  readonly clients: ToldReading<number>;
  /**
   * Null: the clients of the group share its messages. Else `ready` adds up what is ready for each connected client.
   */
  readonly broadcast: BroadcastFigures | null;
}

export interface BroadcastFigures {
  /** Clients known, gone ones included until they are removed. */
  readonly members: ToldReading<number>;
  /** Seen within two minutes, by any process. */
  readonly connected: ToldReading<number>;
  readonly failedLastHour: ToldReading<number>;
}

export interface BroadcastMember {
  readonly client: string;
  readonly since: Date;
  /** About a minute exact. */
  readonly lastSeen: Date;
  readonly connected: boolean;
  readonly backlog: ToldReading<number>;
  readonly inFlight: number;
  readonly delivered: ToldReading<number>;
  readonly failed: ToldReading<number>;
}

export interface BroadcastMembers {
  /** Last seen first. */
  readonly items: readonly BroadcastMember[];
  readonly total: number;
}

/** What a group has more where several brokers serve it: each keeps settings of its own. */
export interface GroupInBrokers {
  /** By the clients that it has now. */
  readonly kind: ToldReading<GroupKind>;
  /** Null: the group is missing there. */
  readonly settings: readonly { readonly broker: string; readonly settings: ClusterGroupSettings | null }[];
  readonly differences: readonly ClusterGroupField[];
  /** Settings that this console does not know differ. */
  readonly differsElsewhere: boolean;
  readonly missingOn: readonly string[];
  readonly silent: readonly SilentBroker[];
  /** The back-off is stored so that no 5.x client of the group can start. */
  readonly unreadablePolicy: boolean;
  /** Connected by the protocol that they speak: the settings of retries rule the 5.x ones alone. */
  readonly grpcClients: ToldReading<number>;
  readonly remotingClients: ToldReading<number>;
}

/** The brokers that a page was put together from. */
export interface BrokersView {
  readonly answered: readonly string[];
  readonly silent: readonly SilentBroker[];
  /** What this console costs the busiest broker. */
  readonly callsPerSecond: ToldReading<number>;
  /** What cannot be known here, in words. */
  readonly notTold: readonly { readonly what: string; readonly reason: string }[];
}

export interface BacklogSummary {
  readonly total: ToldReading<number>;
  readonly drain: ToldReading<Drain>;
  /** What running re-drives will add: part of the drain. */
  readonly redrive: RedriveLoad | null;
  /** The last hour, oldest first; null: not known then. */
  readonly trend: readonly (number | null)[];
}

export interface GroupState extends GroupView {
  readonly figures: GroupFigures;
  /** Null: served by this installation, which has one store. */
  readonly inBrokers: GroupInBrokers | null;
}

export interface GroupWithMembers extends GroupState {
  /** The clients of a broadcast group; null: not one. */
  readonly members: BroadcastMembers | null;
}

export interface GroupRow extends GroupState {
  /** From the samples, every 10 s. */
  readonly backlog: BacklogSummary;
}

export interface GroupList {
  readonly items: readonly GroupRow[];
  readonly total: ToldReading<number>;
  /** Null: the last page. */
  readonly nextCursor: string | null;
  /** Null: nothing of the page can be missing alone. */
  readonly brokers: BrokersView | null;
}

export interface GroupVersion {
  readonly version: number;
  readonly actor: string;
  readonly reason: string | null;
  readonly at: Date;
}

export interface GroupHead {
  readonly group: GroupView;
  readonly figures: GroupFigures;
  readonly changed: GroupVersion | null;
  /** Dead within the hour if every try fails, as last sampled. */
  readonly deathsDue: ToldReading<number>;
  readonly inBrokers: GroupInBrokers | null;
  /** Connected clients have different filters on a topic; null: none do, as last counted. */
  readonly differing: Differing | null;
}

export interface QueueView {
  readonly topic: string;
  readonly queueNo: number;
  readonly cursor: number;
  readonly tail: number;
  readonly ready: ToldReading<number>;
  readonly oldestAt: Date | null;
}

/** Why deliveries of the last hour failed. */
export interface GroupCauseView {
  /** Null: no reason was reported. */
  readonly fingerprint: string | null;
  readonly errorType: string | null;
  readonly text: string | null;
  readonly failed: number;
  /** The last report; null: of failures without one. */
  readonly lastAt: Date | null;
}

export interface FailureMinute {
  readonly at: Date;
  readonly failed: number;
  readonly died: number;
}

export interface GroupOverview {
  /** The last 60 minutes, oldest first. */
  readonly failures: ToldReading<readonly FailureMinute[]>;
  readonly queues: ToldReading<readonly QueueView[]>;
  readonly causes: ToldReading<readonly GroupCauseView[]>;
  /** Null: not a broadcast group. */
  readonly broadcast: {
    readonly members: ToldReading<BroadcastMembers>;
    readonly failures: ToldReading<readonly BroadcastFailureRow[]>;
  } | null;
}

export interface GroupConfig {
  readonly group: GroupView;
  /** Newest first. */
  readonly versions: readonly GroupVersion[];
  readonly inBrokers: GroupInBrokers | null;
  /** Connected 5.x clients that may have earlier settings; null: each of them has these, or it is not known. */
  readonly behind: { readonly clients: number; readonly of: number; readonly until: string } | null;
}

/** What settings, saved or proposed, are judged by. All that waits is counted for it: pages do not wait for it. */
export interface SettingsEvidence {
  /** Failed messages now. Null: brokers of a cluster are asked for it by hand. */
  readonly buckets: readonly AttemptBucket[] | null;
  /** What is in progress: some changes wait for it. Null: brokers of a cluster take every change at any time. */
  readonly work: GroupWork | null;
  /** What happened lately. */
  readonly facts: ToldReading<LintFacts>;
}

export interface VersionView extends GroupVersion {
  readonly settings: GroupSettings;
  /** Null: no history is kept of that time. */
  readonly use: {
    readonly delivered: number | null;
    readonly redelivered: number | null;
    readonly died: number | null;
  } | null;
}

export interface GroupHistory {
  readonly group: GroupView;
  /** Newest first; at most 200. */
  readonly versions: readonly VersionView[];
}
