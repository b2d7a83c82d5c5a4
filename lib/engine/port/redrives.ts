import type { EditsPlan, Redrive, RedriveItem, RedrivePlan } from '../../broker';
import type { Page } from '../../broker/page-of';
import type { ControlledRedrive, ControlRedriveInput } from '../../broker/redrive/control';
import type { RecalledRedrive } from '../../broker/redrive/recall';
import type { RedriveProgress } from '../../broker/redrive/progress';
import type { StartedRedrive, StartRedriveInput } from '../../broker/redrive/start';
import type { RedriveVerdict } from '../../model/redrive';
import type { RedriveWay } from '../../model/redrive-way';
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

interface Paged {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

export interface RunsAsked extends Paged {
  readonly group?: string | undefined;
  readonly openOnly?: boolean | undefined;
}

export interface RunItemsAsked extends Paged {
  readonly redriveId: number;
  readonly verdicts?: readonly RedriveVerdict[] | undefined;
}

export interface Run extends Omit<Redrive, 'selection'> {
  readonly name: string;
  /** What was asked for, in words. */
  readonly scope: string;
  /** How its copies come to the group, and who else got one. Null: one store, where messages go back. */
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
