import { randomUUID } from 'node:crypto';

import type { Clock } from '../model/clock';
import { databaseClock } from '../model/clock';
import { DEFAULT_TRANSACTIONS, type TransactionPolicy } from '../model/half-message';
import type { Log } from '../model/log';
import type { Metrics } from '../model/metrics';
import type { Store } from '../store/client';
import { limitList } from '../store/queries/throttle/throttle-limit';
import { Changes } from './changes';
import { ClientDirectory } from './client/directory';
import { DeliveryLanes } from './delivery/lanes';
import { GroupDirectory } from './group/directory';
import { HandleCodec } from './delivery/handle';
import { loadHandleKey } from '../store/queries/secret/secret-ensure';
import { SendLanes } from './message/send-lanes';
import { HalfLanes } from './transaction/half-lanes';
import { TopicDirectory } from './topic/directory';
import { Meter } from './history/meter';
import { DEFAULT_PROTECTION, type Protection } from './throttle/protection';
import { Throttle } from './throttle/throttle';
import { Wakeups } from './wakeups';

/** What every verb gets. All truth is in the store; the rest are caches, lanes and hints of this process. */
export interface BrokerContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** What the history of this process will say; counted through `metrics`. */
  readonly meter: Meter;
  readonly topics: TopicDirectory;
  readonly groups: GroupDirectory;
  readonly clients: ClientDirectory;
  readonly handles: HandleCodec;
  readonly sends: SendLanes;
  /** The limits that operators set. */
  readonly throttle: Throttle;
  readonly protection: Protection;
  /** Where the embedded database keeps its files, when it is on this machine. */
  readonly dataDirectory: string | null;
  /** This process among those that share the database. */
  readonly nodeId: string;
  readonly halves: HalfLanes;
  readonly transactions: TransactionPolicy;
  readonly deliveries: DeliveryLanes;
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
}

export async function createBrokerContext(parts: BrokerParts): Promise<BrokerContext> {
  const clock = parts.clock ?? databaseClock;
  const meter = new Meter(parts.metrics);
  const core = { store: parts.store, clock, log: parts.log, metrics: meter };
  const protection = { ...DEFAULT_PROTECTION, ...parts.protection };
  const wakeups = new Wakeups();
  const changes = new Changes();
  const topics = new TopicDirectory(parts.store.broker);
  const groups = new GroupDirectory(parts.store.broker);
  const clients = new ClientDirectory(parts.store.broker);
  const handles = new HandleCodec(await loadHandleKey(parts.store.broker));
  const throttle = new Throttle({
    metrics: meter,
    read: () => limitList(parts.store.broker),
    diskFreeBytes: protection.diskFreeBytes,
  });
  await throttle.reload();
  const sends = new SendLanes({ ...core, protection });
  const transactions = parts.transactions ?? DEFAULT_TRANSACTIONS;
  const halves = new HalfLanes({ ...core, transactions, protection });
  const deliveries = new DeliveryLanes({ ...core, wakeups, protection });
  return {
    ...core,
    meter,
    throttle,
    protection,
    dataDirectory: parts.dataDirectory ?? null,
    nodeId: randomUUID(),
    wakeups,
    changes,
    topics,
    groups,
    clients,
    handles,
    sends,
    halves,
    transactions,
    deliveries,
  };
}
