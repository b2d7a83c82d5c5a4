import type { Clock } from '../model/clock';
import { databaseClock } from '../model/clock';
import type { Log } from '../model/log';
import type { Metrics } from '../model/metrics';
import type { Store } from '../store/client';
import { Changes } from './changes';
import { MemberDirectory } from './broadcast/members';
import { ClientDirectory } from './client/directory';
import { DeliveryLanes } from './delivery/lanes';
import { GroupDirectory } from './group/directory';
import { HandleCodec } from './delivery/handle';
import { loadHandleKey } from '../store/queries/secret/secret-ensure';
import { SendLanes } from './message/send-lanes';
import { TopicDirectory } from './topic/directory';
import { Wakeups } from './wakeups';

/** What every verb gets. All truth is in the store; the rest are caches, lanes and hints of this process. */
export interface BrokerContext {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly topics: TopicDirectory;
  readonly groups: GroupDirectory;
  readonly clients: ClientDirectory;
  /** Members of broadcast groups. */
  readonly members: MemberDirectory;
  readonly handles: HandleCodec;
  readonly sends: SendLanes;
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
}

export async function createBrokerContext(parts: BrokerParts): Promise<BrokerContext> {
  const clock = parts.clock ?? databaseClock;
  const core = { store: parts.store, clock, log: parts.log, metrics: parts.metrics };
  const wakeups = new Wakeups();
  const changes = new Changes();
  const topics = new TopicDirectory(parts.store.broker);
  const groups = new GroupDirectory(parts.store.broker);
  const clients = new ClientDirectory(parts.store.broker);
  const members = new MemberDirectory({ store: parts.store, clock, groups });
  const handles = new HandleCodec(await loadHandleKey(parts.store.broker));
  const sends = new SendLanes(core);
  const deliveries = new DeliveryLanes({ ...core, wakeups });
  return { ...core, wakeups, changes, topics, groups, clients, members, handles, sends, deliveries };
}
