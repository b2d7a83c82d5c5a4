import { beforeEach, describe, expect, test } from 'vitest';

import type { FakeCluster } from '../../testing/cluster/fake-cluster';
import { plain } from '../../model/plain';
import { startBilling } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { readOldestWaiting } from './oldest-waiting';
import { readClients } from './read-clients';
import { readLag } from './read-lag';

let fake: FakeCluster;
let cluster: Cluster;
beforeEach(async () => {
  const billing = await startBilling();
  ({ fake, cluster } = billing);
  return billing.close;
});

describe('backlog', () => {
  const connect = (protocol: 'remoting' | 'grpc'): void => {
    for (const broker of fake.brokers.values()) {
      broker.setOffset('billing', 'orders', 0, { consumer: 1, pull: 3, last: broker.timeMs });
      for (let index = 0; index < 5; index += 1) broker.store('orders', 'x', { storeTimestamp: broker.timeMs + index });
    }
    if (protocol === 'remoting')
      fake.broker('broker-a').connections.set('billing', [{ clientId: 'c1', language: 'JAVA', version: 479 }]);
    else heartbeat('broker-a', {});
  };
  const heartbeat = (name: string, more: object): void => {
    const broker = fake.broker(name);
    if (!broker.topics.has('DefaultHeartBeatSyncerTopic')) broker.addTopic('DefaultHeartBeatSyncerTopic');
    const settings = {
      ...{
        clientType: 'PUSH_CONSUMER',
        backoffPolicy: { maxAttempts: 4, customizedBackoff: { next: ['1s', '2.500s'] } },
      },
      userAgent: { language: 'GO', version: '5.1.0', hostname: 'pod-1' },
    };
    const channelData = JSON.stringify({
      type: 'GRPC_V2',
      remoteAddress: '10.0.0.9:5',
      extendAttribute: JSON.stringify(settings),
    });
    const beat = {
      heartbeatType: 'REGISTER',
      group: 'billing',
      clientId: 'g1',
      localProxyId: '10.0.0.1%8080%8081',
      channelData,
    };
    broker.store('DefaultHeartBeatSyncerTopic', JSON.stringify({ ...beat, ...more }));
  };

  test('5.x in the store of records: offsets are what was handed out', async () => {
    connect('grpc');
    const lag = plain(await readLag(cluster, 'billing'));
    expect(lag.notDelivered).toMatchObject({ kind: 'value', value: 12 });
    expect(lag.notDelivered).not.toHaveProperty('atMost');
    expect(lag.inFlight).toMatchObject({ kind: 'unknown', notOffered: true });
  });

  test('5.x in the other store: what was handed out; what is held is passed by the committed offset, and not counted', async () => {
    for (const { config } of fake.brokers.values()) config.popConsumerKVServiceEnable = 'true';
    connect('grpc');
    const lag = plain(await readLag(cluster, 'billing'));
    expect(lag.notDelivered).toMatchObject({ kind: 'value', value: 6 });
    expect(lag.inFlight).toMatchObject({ kind: 'unknown', notOffered: true });
  });

  test('4.x: what clients hold is in the number', async () => {
    connect('remoting');
    const lag = plain(await readLag(cluster, 'billing'));
    expect(lag.notDelivered).toMatchObject({ kind: 'value', value: 12, atMost: true });
    expect(lag.inFlight).toMatchObject({ kind: 'unknown', notOffered: true, reason: 'included in “Not delivered”' });
  });

  test('offsets that make no sense are unknown, never zero', async () => {
    connect('grpc');
    fake.broker('broker-b').setOffset('billing', 'orders', 1, { consumer: 9 });
    expect(plain(await readLag(cluster, 'billing')).notDelivered).toMatchObject({
      kind: 'unknown',
      reason: 'the offset is beyond the end of the queue',
    });
  });

  test('a retry topic that no client took from yet waits whole; that of another group is not ours', async () => {
    connect('grpc');
    for (const topic of ['%RETRY%billing_orders', '%RETRY%billing_other', '%RETRY%billing2_orders']) {
      fake.broker('broker-a').addTopic(topic);
      for (let index = 0; index < 3; index += 1) fake.broker('broker-a').store(topic, 'retry');
    }
    expect(plain(await readLag(cluster, 'billing')).dueRetries).toMatchObject({ kind: 'value', value: 3 });
  });

  test('the oldest waiting message is found over all queues with as few reads as needed', async () => {
    connect('grpc');
    fake.broker('broker-b').setOffset('billing', 'orders', 0, { consumer: 0, last: 0 });
    const lag = plain(await readLag(cluster, 'billing'));
    const before = [...fake.brokers.values()].reduce((sum, { peer }) => sum + peer.count(11), 0);
    const oldest = plain(await readOldestWaiting(cluster, lag));
    expect(oldest).toMatchObject({
      value: { topic: 'orders', broker: 'broker-b', storedAt: new Date(fake.broker('broker-b').timeMs).toISOString() },
    });
    // The others cannot have an older one: their last consumed message is as young.
    expect([...fake.brokers.values()].reduce((sum, { peer }) => sum + peer.count(11), 0) - before).toBe(1);
  });

  test('clients of proxies: the newest heartbeat counts, settings once sent stay, and who signs off is gone', async () => {
    heartbeat('broker-a', {});
    heartbeat('broker-b', { channelData: undefined });
    heartbeat('broker-c', { clientId: 'g2' });
    const { clients, grpc } = await readClients(cluster, 'billing');
    expect(grpc).toMatchObject({ kind: 'value', value: 2 });
    expect(clients.find(({ clientId }) => clientId === 'g1')).toMatchObject({
      ...{ language: 'GO', version: '5.1.0', host: 'pod-1', proxy: '10.0.0.1:8081', type: 'push' },
    });
    const broker = fake.broker('broker-a');
    broker.timeMs += 1_000;
    heartbeat('broker-a', { heartbeatType: 'UNREGISTER' });
    broker.store('DefaultHeartBeatSyncerTopic', 'no heartbeat');
    for (const key of ['heartbeats', 'clients billing']) cluster.shared.forget(key);
    expect((await readClients(cluster, 'billing')).clients.map(({ clientId }) => clientId)).toEqual(['g2']);
    for (const one of fake.brokers.values()) one.timeMs += 61_000;
    for (const key of ['heartbeats', 'clients billing', 'clock skews']) cluster.shared.forget(key);
    expect((await readClients(cluster, 'billing')).grpc).toMatchObject({ kind: 'value', value: 0 });
  });

  test('without the right to read heartbeats the number of 5.x clients is unknown', async () => {
    for (const { peer } of fake.brokers.values())
      peer.behave = ({ code }) => (code === 11 ? { code: 16, remark: 'no' } : null);
    for (const broker of fake.brokers.values()) broker.addTopic('DefaultHeartBeatSyncerTopic');
    expect((await readClients(cluster, 'billing')).grpc).toMatchObject({ kind: 'unknown' });
  });
});
