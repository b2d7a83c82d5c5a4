import type { Reason } from '../../model/language/t';
import type { EditsPlan, planGroups, Redrive, RedriveItem, RedrivePlan } from '../../broker';
import type { Page } from '../../broker/page-of';
import type { ControlledRedrive, ControlRedriveInput, RecalledRedrive } from '../../broker/redrive/control';
import type { RedriveProgress } from '../../broker/redrive/progress';
import type { StartRedriveInput } from '../../broker/redrive/judge';
import type { StartedRedrive } from '../../broker/redrive/start';
import type { ToldReading } from '../../model/reading';
import type { DeadVerdict, LeaveOut, RedriveSelection, RedriveVerdict } from '../../model/redrive/redrive';
import type { RedriveWay } from '../../model/redrive/redrive-way';
import type { DeadLetterCauseRow } from '../../store/queries/dead-letter/dead-letter-causes';
import type { PlannedPart } from '../../store/queries/redrive/redrive-plan';
import type { RunSpan } from '../../store/queries/redrive/redrive-read';
import type { RedriveRestRow } from '../../store/queries/redrive/redrive-rest';
import type { GroupPause } from './groups';

/** Re-drives of an engine. Every function throws BrokerError; not-found where a re-drive is named. */
export interface RedrivesPort {
  /** Newest first. */
  list(asked: RunsAsked): Promise<Page<Run>>;
  get(redriveId: number): Promise<Run>;
  /** Its figures, and what an operator can do next. */
  progress(redriveId: number): Promise<RunProgress>;
  /** In release order, with the verdict of each. */
  items(asked: RunItemsAsked): Promise<Page<RedriveItem>>;
  series(redriveId: number): Promise<RunSeries>;
  /**
   * What a re-drive would take and leave, and what speaks for and against it now. Changes nothing. @throws BrokerError
   * bad-request, group-not-found, unavailable
   */
  plan(asked: PlanAsked): Promise<PlannedRun>;
  /** The groups of a selection of several: one plan each. */
  planGroups(filter: Parameters<typeof planGroups>[1]): ReturnType<typeof planGroups>;
  /** Groups that have had one, by name. */
  groups(): Promise<readonly string[]>;
  /**
   * Freezes a set of dead letters of one group; nothing is sent yet when it returns. @throws BrokerError bad-request,
   * conflict, busy, forbidden, unsupported, group-not-found
   */
  start(asked: StartAsked): Promise<StartedRedrive>;
  /** What that start would do, and refused as the start would be. Changes nothing. */
  rehearse(asked: Omit<StartAsked, 'actor'>): Promise<RehearsedRun>;
  /** Releases nothing more until it is resumed. @throws BrokerError conflict */
  pause(control: ControlRedriveInput): Promise<ControlledRedrive>;
  /** @throws BrokerError bad-request: one that its rule stopped needs a reason */
  resume(control: ControlRedriveInput): Promise<ControlledRedrive>;
  /** Ends the releasing; what was released stays with the group. */
  cancel(control: ControlRedriveInput): Promise<ControlledRedrive>;
  /** Takes back what no client has fetched. */
  recall(control: ControlRedriveInput): Promise<RecalledRedrive>;
}

export interface StartAsked extends StartRedriveInput {
  /** Of a group of a cluster without a connected client: what its clients are. */
  readonly assumed?: '4.x' | '5.x' | undefined;
  /** The other groups of a cluster that get a copy, each named by the operator. */
  readonly confirmed?: readonly string[] | undefined;
}

export interface RehearsedRun {
  readonly planned: RedrivePlan;
  /** Null: nothing is edited. */
  readonly changed: EditsPlan | null;
  /** The groups that each get a copy; null: the messages go back to their group alone. */
  readonly copies: readonly string[] | null;
  /** Only in a cluster; null: no client is connected that would say it. */
  readonly way?: RedriveWay | null;
}

export interface PlanAsked {
  readonly group: string;
  /** Without throughId: all that is dead by now. */
  readonly selection: Omit<RedriveSelection, 'leaveOut'>;
  /** What stays behind, of "newer,held,tags"; undefined: the engine decides, carefully. */
  readonly leave: string | undefined;
  /** The alarm that it is planned for. */
  readonly incidentId: number | undefined;
  readonly assumed: '4.x' | '5.x' | undefined;
}

export interface PlannedRun extends Omit<RedrivePlan, 'reasons' | 'causes'> {
  readonly group: string;
  readonly ordered: boolean;
  readonly maxRetries: number;
  /** As it was asked, or decided. */
  readonly leave: string;
  readonly leaveOut: LeaveOut | undefined;
  /** When the first of the set is removed if no operator acts; null: not by itself. */
  readonly expiresAt: Date | null;
  readonly reasons: readonly Pick<PlannedPart, 'kind' | 'why' | 'count' | 'sampleIds'>[];
  /** The most frequent ones. */
  readonly causes: readonly Omit<DeadLetterCauseRow, 'groupId'>[];
  readonly evidence: RunEvidence;
  /** Null: there is none, or it is not about dead letters of this group. */
  readonly alarm: AlarmOfRun | null;
  /** Null: of one store, where messages go back. */
  readonly cluster: PlanInCluster | null;
  /** Why none can start now; null: one can. */
  readonly startNotOffered: string | null;
  /** Why messages cannot be edited on the way; null: they can. */
  readonly editNotOffered: string | null;
}

/** What speaks for and against a re-drive now. */
export interface RunEvidence {
  readonly asOf: string;
  /** Null: its messages are handed out. */
  readonly paused: GroupPause | null;
  /** Connected to any node. */
  readonly consumers: ToldReading<number>;
  /** Of those connected to any node: "go 5.1.2", most first. */
  readonly sdks: readonly string[];
  /** Of the clients whose deliveries ended in the newest deaths, how many are connected still. */
  readonly failedClients: { readonly of: number; readonly connected: number };
  /** What failed deliveries of the newest deaths said the version of the application was. */
  readonly failedVersions: readonly string[];
  readonly retries: ToldReading<{
    readonly succeeded: number;
    readonly failed: number;
    readonly lastFailedAt: Date | null;
    readonly since: Date;
  }>;
  readonly lastDeathAt: Date | null;
  /** Messages that come to the group by themselves, per second. */
  readonly live: ToldReading<number>;
  /** How long live messages waited in the last 30 s before a client claimed them, 95th percentile. */
  readonly liveDelayP95Ms: ToldReading<number>;
  /** The most deliveries per second of one minute in the last days. */
  readonly most: ToldReading<{ readonly perSecond: number; readonly at: Date }>;
  readonly roomDays: number;
  /** Receives that limits refused in the last minutes. */
  readonly refused: { readonly count: number; readonly by: string | null };
  /** Deliveries per message in the last minutes. */
  readonly amplification: ToldReading<number>;
}

/** What a plan says of a cluster beside the set: the way, who else gets a copy, and what cannot be known. */
export interface PlanInCluster {
  readonly workspace: string;
  /** "4, all 5.x, ordered"; null: none is connected. */
  readonly clients: string | null;
  readonly clientCount: number;
  /** What an operator said that the group has. */
  readonly assumed: '4.x' | '5.x' | null;
  /** Null: no client is connected, and the operator who starts it says which clients the group has. */
  readonly way: RedriveWay | null;
  readonly ways: readonly { readonly way: RedriveWay; readonly why: string | null }[];
  readonly others: readonly {
    readonly group: string;
    readonly clients: number;
    readonly reads: string;
    readonly copies: number;
  }[];
  readonly brokers: readonly { readonly broker: string; readonly count: number }[];
  readonly topics: readonly string[];
  /** Null: a verdict on each message is exact; else why not. */
  readonly bound: string | null;
  /** "broker-a gives 5 retries, broker-b 16" */
  readonly differences: string | null;
  readonly silent: readonly { readonly broker: string; readonly reason: Reason }[];
  /** The oldest of the set, for a 4.x client to try; null: none can. */
  readonly tryId: number | null;
  readonly isPaused: boolean;
}

interface Paged {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface RunsAsked extends Paged {
  readonly group?: string | undefined;
  readonly openOnly?: boolean | undefined;
  readonly span?: RunSpan | undefined;
}

export interface RunItemsAsked extends Paged {
  readonly redriveId: number;
  readonly verdicts?: readonly RedriveVerdict[] | undefined;
}

export interface Run extends Omit<Redrive, 'selection'> {
  readonly name: string;
  /** What was asked for, in words. */
  readonly scope: string;
  /** How its copies come to the group, and who else got one, in words; null: messages go back to where they died. */
  readonly via: string | null;
  /** How often each of its messages is delivered at most; null: its clients decide. */
  readonly mostDeliveries: number | null;
  /** The same for the HTTP API. Null: one store, where messages go back. */
  readonly inCluster: {
    readonly way: RedriveWay;
    readonly others: readonly string[];
    readonly unanswered: number;
  } | null;
}

export interface RunProgress {
  readonly redrive: Run;
  readonly progress: RedriveProgress;
  /** Its group is paused: it releases nothing until that is resumed. Null: it is not, or it goes to a topic. */
  readonly groupPaused: GroupPause | null;
  /** What of it is not released and has another cause than the one that stopped it; null: nothing tells them apart. */
  readonly rest: RedriveRestRow | null;
  /** Why what was released cannot be taken back; null: it can, until a client fetches it. */
  readonly recallNotOffered: string | null;
  /** The outcomes that a further re-drive can choose from it. */
  readonly plannable: readonly DeadVerdict[];
  /** The alarms whose end is its verdict. */
  readonly alarms: readonly AlarmOfRun[];
}

export interface AlarmOfRun {
  readonly incidentId: number;
  /** What its rule watches, in words. */
  readonly says: string;
  readonly firedAt: Date;
  readonly open: boolean;
}

export interface RunSeries {
  readonly stepMs: number;
  readonly steps: readonly { readonly at: Date; readonly released: number; readonly failedShare: number | null }[];
}
