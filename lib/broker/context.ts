import { randomUUID } from 'node:crypto';

import type { Clock } from '../model/clock';
import type { BrokerSettings } from '../model/broker-setting';
import { databaseClock } from '../model/clock';
import { DEFAULT_TRANSACTIONS, type TransactionPolicy } from '../model/half-message';
import type { Log } from '../model/log';
import { type Masks, NO_MASKS } from '../model/masking/masks';
import type { Metrics } from '../model/metrics';
import type { Store } from '../store/client';
import { databaseTime } from '../store/queries/schedule/database-time';
import { levelSettle } from '../store/queries/throttle/level-settle';
import { limitList } from '../store/queries/throttle/throttle-limit';
import { AccessKeyDirectory } from './access-key/directory';
import { SecretSeal } from './access-key/seal';
import { Changes } from './changes';
import { MemberDirectory } from './broadcast/members';
import { ClientDirectory } from './client/directory';
import { Deaths } from './dead-letter/deaths';
import { ReportLane } from './failure/report-lane';
import { openDeadLetterTopic } from './dead-letter/topic';
import { DeliveryLanes } from './delivery/lanes';
import { SetBounds } from './set-bound';
import { Standbys } from './delivery/standbys';
import { GroupDirectory } from './group/directory';
import { HandleCodec } from './delivery/handle';
import { loadAccessKeySeal, loadHandleKey } from '../store/queries/secret/secret-ensure';
import { SendLanes } from './message/send-lanes';
import { HalfLanes } from './transaction/half-lanes';
import { SettingDirectory } from './setting/directory';
import { TopicDirectory } from './topic/directory';
import { Meter } from './history/meter';
import { DEFAULT_PROTECTION, type Protection } from './throttle/protection';
import { readDisk } from './throttle/read-disk';
import { readLevels } from './throttle/read-levels';
import { RefusalWaits } from './throttle/refusal-waits';
import { Throttle } from './throttle/throttle';
import { DatabaseHealth } from './health/database-health';
import { ProcessTroubles } from './health/process-troubles';
import { Wakeups } from './wakeups';

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

export interface BrokerParts {
  readonly store: Store;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock?: Clock;
  readonly protection?: Partial<Protection>;
  /** Of an embedded database; absent: its disk is somewhere else. */
  readonly dataDirectory?: string | null | undefined;
  readonly transactions?: TransactionPolicy;
  /** REDRIVE_SECRET_KEY: encrypts the secrets of access keys with a key that is not in the database. */
  readonly secretKey?: string | undefined;
  /** Its id as a node, which it keeps when the process is started again; absent: a new one. */
  readonly keptNodeId?: string | undefined;
  /** Of settings that no operator has changed. */
  readonly settingDefaults?: Partial<BrokerSettings>;
}

export async function createBrokerContext(parts: BrokerParts): Promise<BrokerContext> {
  const clock = parts.clock ?? databaseClock;
  const meter = new Meter(parts.metrics);
  const core = { store: parts.store, clock, log: parts.log, metrics: meter };
  const protection = { ...DEFAULT_PROTECTION, ...parts.protection };
  const wakeups = new Wakeups();
  const changes = new Changes();
  const topics = new TopicDirectory(parts.store.broker, (group) => openDeadLetterTopic(core, group));
  const groups = new GroupDirectory(parts.store.broker);
  const clients = new ClientDirectory(parts.store.broker);
  const members = new MemberDirectory({ store: parts.store, clock, groups });
  const settings = new SettingDirectory(parts.store.broker, parts.settingDefaults);
  const databaseKey = await loadAccessKeySeal(parts.store.broker);
  const seal = new SecretSeal(databaseKey, parts.secretKey);
  const accessKeys = new AccessKeyDirectory(parts.store.broker, clock, seal);
  const handles = new HandleCodec(await loadHandleKey(parts.store.broker));
  const databaseHealth = new DatabaseHealth();
  const throttle = new Throttle({
    metrics: meter,
    read: () => limitList(parts.store.broker),
    settle: (readAt, readings) => levelSettle(parts.store.console, clock.nowOrNull(), readAt, readings),
    diskFreeBytes: protection.diskFreeBytes,
    isDiskFull: () => databaseHealth.has('disk-full'),
  });
  await throttle.reload();
  const standbys = new Standbys();
  const sends = new SendLanes({ ...core, protection, standbys, wakeups });
  const transactions = parts.transactions ?? DEFAULT_TRANSACTIONS;
  const halves = new HalfLanes({ ...core, transactions, protection });
  const deaths = new Deaths({ ...core, groups, topics, wakeups });
  const deliveries = new DeliveryLanes({
    ...core,
    wakeups,
    standbys,
    protection,
    deaths,
    allowance: (group) => throttle.allowance(group),
  });
  const ctx: BrokerContext = {
    ...core,
    workspace: null,
    masks: NO_MASKS,
    meter,
    throttle,
    databaseHealth,
    processTroubles: new ProcessTroubles(),
    waits: new RefusalWaits(),
    protection,
    dataDirectory: parts.dataDirectory ?? null,
    nodeId: parts.keptNodeId ?? randomUUID(),
    wakeups,
    changes,
    topics,
    groups,
    clients,
    members,
    settings,
    accessKeys,
    seal,
    bounds: new SetBounds(databaseKey),
    handles,
    sends,
    halves,
    transactions,
    deaths,
    reports: new ReportLane({ ...core, groups, changes }),
    deliveries,
  };
  // From here on the time is known to code that cannot wait for it.
  await databaseTime(parts.store.broker);
  // A restart must not accept what was refused before it: the first send is checked against current disk space and
  // backlog.
  await readDisk(ctx);
  await readLevels(ctx);
  return ctx;
}
