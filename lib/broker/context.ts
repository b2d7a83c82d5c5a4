import type { Clock } from '../model/clock';
import type { TransactionPolicy } from '../model/message/half-message';
import type { Log } from '../model/log';
import type { Masks } from '../model/masking/masks';
import type { Metrics } from '../model/metrics';
import type { Store } from '../store/client';
import type { AccessKeyDirectory } from './process/directories/access-keys';
import type { SecretSeal } from './process/seal';
import type { Changes } from './process/changes';
import type { MemberDirectory } from './process/directories/members';
import type { ClientDirectory } from './process/directories/clients';
import type { Deaths } from './process/deaths';
import type { ReportLane } from './process/failure/report-lane';
import type { DeliveryLanes } from './process/delivery/lanes';
import type { SetBounds } from './process/set-bound';
import type { GroupDirectory } from './process/directories/groups';
import type { HandleCodec } from './process/delivery/handle';
import type { SendLanes } from './process/send/send-lanes';
import type { HalfLanes } from './process/send/half-lanes';
import type { SettingDirectory } from './process/directories/settings';
import type { TopicDirectory } from './process/directories/topics';
import type { Meter } from './process/meter';
import type { Protection } from './process/throttle/protection';
import type { RefusalWaits } from './process/throttle/refusal-waits';
import type { Throttle } from './process/throttle/throttle';
import type { DatabaseHealth } from './process/health/database-health';
import type { ProcessTroubles } from './process/health/process-troubles';
import type { Wakeups } from './process/wakeups';

/** What every verb gets. All truth is in the store; the rest are caches, lanes and hints of this process. */
export interface BrokerContext {
  /** The attached cluster whose rows the connections of `store` see; null: this installation. */
  readonly workspace: string | null;
  readonly store: Store;
  readonly clock: Clock;
  /** What the caller may not see of messages; NO_MASKS: it is the broker itself. */
  readonly masks: Masks;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What this process adds to the history; counted through `metrics`. */
  readonly meter: Meter;
  readonly topics: TopicDirectory;
  readonly groups: GroupDirectory;
  readonly clients: ClientDirectory;
  readonly accessKeys: AccessKeyDirectory;
  readonly seal: SecretSeal;
  readonly bounds: SetBounds;
  readonly settings: SettingDirectory;
  /** Members of broadcast groups. */
  readonly members: MemberDirectory;
  readonly handles: HandleCodec;
  readonly sends: SendLanes;
  /** The limits that operators set. */
  readonly throttle: Throttle;
  /** What is wrong with the database, as statements of this process met it. */
  readonly databaseHealth: DatabaseHealth;
  /** What went wrong lately with the processes of this node, as the one that watches them says. */
  readonly processTroubles: ProcessTroubles;
  /** How long clients waited that this process refused. */
  readonly waits: RefusalWaits;
  readonly protection: Protection;
  /** Where the embedded database keeps its files, when it is on this machine. */
  readonly dataDirectory: string | null;
  /** This process among the processes that share the database. */
  readonly nodeId: string;
  readonly halves: HalfLanes;
  readonly transactions: TransactionPolicy;
  readonly deliveries: DeliveryLanes;
  /** Runs after every move to the dead letters. */
  readonly deaths: Deaths;
  /** Why deliveries failed, as applications say. */
  readonly reports: ReportLane;
  /** Hints that something may be deliverable; polling alone is correct. */
  readonly wakeups: Wakeups;
  /** Hints for live pages: ids only. */
  readonly changes: Changes;
}
