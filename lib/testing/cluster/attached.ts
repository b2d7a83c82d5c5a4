import type { FakeBroker } from './fake-broker';
import { type FakeCluster, startFakeCluster } from './fake-cluster';

/** Where proxies tell each other who is connected. */
const HEARTBEATS = 'DefaultHeartBeatSyncerTopic';

export interface AttachedFake extends FakeCluster {
  /** For forms and environment. */
  readonly address: string;
  /** The writes of groups that reached any broker. */
  readonly written: () => number;
}

/** A cluster to attach a real console to: its clocks are the real time. */
export async function startAttachedFake(names?: readonly string[]): Promise<AttachedFake> {
  const fake = await startFakeCluster(names);
  for (const broker of fake.brokers.values()) {
    broker.timeMs = Date.now();
    broker.addTopic(HEARTBEATS);
  }
  return {
    ...fake,
    address: fake.nameServer.address,
    written: () => [...fake.brokers.values()].reduce((sum, { peer }) => sum + peer.count(200), 0),
  };
}

/** Messages of a topic, of which a group has taken the first. */
export function addBacklog(broker: FakeBroker, group: string, topic: string, { stored = 20, taken = 15 } = {}): void {
  if (!broker.topics.has(topic)) broker.addTopic(topic);
  const storedAtMs = Date.now() - 90_000;
  for (let n = 0; n < stored; n += 1)
    broker.store(topic, '{}', { storeTimestamp: storedAtMs + n, properties: { UNIQ_KEY: `${topic}-${n}` } });
  broker.setOffset(group, topic, 0, { consumer: taken, pull: taken, last: taken === 0 ? 0 : storedAtMs + taken - 1 });
}

export function addDeadLetters(broker: FakeBroker, group: string, count: number): void {
  const topic = `%DLQ%${group}`;
  broker.addTopic(topic);
  for (let n = 0; n < count; n += 1) broker.store(topic, '{}');
}

/** A 5.x client, as its proxy tells of it. */
export function addClient(
  broker: FakeBroker,
  group: string,
  clientId: string,
  expression = '*',
  heartbeatType: 'REGISTER' | 'UNREGISTER' = 'REGISTER',
  atMs = Date.now(),
): void {
  const settings = {
    clientType: 'PUSH_CONSUMER',
    // The proxy's own defaults, whatever the group is set to.
    backoffPolicy: { maxAttempts: 17, customizedBackoff: { next: ['1s', '5s'] } },
    subscription: { group: { name: group }, fifo: false },
    userAgent: { language: 'JAVA', version: '5.0.7', platform: 'linux', hostname: 'worker-1' },
  };
  const channelData = { type: 'GRPC_V2', remoteAddress: '10.0.0.9:51000', extendAttribute: JSON.stringify(settings) };
  const beat = {
    ...{ heartbeatType, group, clientId, localProxyId: '10.0.0.4%8080%8081' },
    ...{ channelData: JSON.stringify(channelData), consumeType: 'CONSUME_PASSIVELY' },
    subscriptionDataSet: [{ topic: 'orders', subString: expression }],
  };
  broker.store(HEARTBEATS, JSON.stringify(beat), { storeTimestamp: atMs });
}
