import { randomUUID } from 'node:crypto';

import type { BrokerSettings } from '../model/broker-setting';
import { type Clock, databaseClock } from '../model/clock';
import { DEFAULT_TRANSACTIONS, type TransactionPolicy } from '../model/message/half-message';
import type { Log } from '../model/log';
import { NO_MASKS } from '../model/masking/masks';
import type { Metrics } from '../model/metrics';
import type { Store } from '../store/client';
import { databaseTime } from '../store/queries/schedule/database-time';
import { levelSettle } from '../store/queries/throttle/level-settle';
import { limitList } from '../store/queries/throttle/throttle-limit';
import { AccessKeyDirectory } from './process/directories/access-keys';
import { SecretSeal } from './process/seal';
import { Changes } from './process/changes';
import { MemberDirectory } from './process/directories/members';
import { ClientDirectory } from './process/directories/clients';
import { Deaths } from './process/deaths';
import { ReportLane } from './process/failure/report-lane';
import { openDeadLetterTopic } from './dead-letter/topic';
import { DeliveryLanes } from './process/delivery/lanes';
import { SetBounds } from './process/set-bound';
import { Standbys } from './process/delivery/standbys';
import { GroupDirectory } from './process/directories/groups';
import { HandleCodec } from './process/delivery/handle';
import { loadAccessKeySeal, loadHandleKey } from '../store/queries/secret/secret-ensure';
import { SendLanes } from './process/send/send-lanes';
import { HalfLanes } from './process/send/half-lanes';
import { SettingDirectory } from './process/directories/settings';
import { TopicDirectory } from './process/directories/topics';
import { Meter } from './process/meter';
import { DEFAULT_PROTECTION, type Protection } from './process/throttle/protection';
import { readDisk } from './throttle/read-disk';
import { readLevels } from './throttle/read-levels';
import { RefusalWaits } from './process/throttle/refusal-waits';
import { Throttle } from './process/throttle/throttle';
import { DatabaseHealth } from './process/health/database-health';
import { ProcessTroubles } from './process/health/process-troubles';
import { Wakeups } from './process/wakeups';
import type { BrokerContext } from './context';

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
  const sends = new SendLanes({ ...core, protection, standbys, wakeups, settings });
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
