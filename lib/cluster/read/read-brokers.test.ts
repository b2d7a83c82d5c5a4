import { expect, test } from 'vitest';

import { plain } from '../../model/plain';
import { BROKER_SETTING_NAMES } from '../../model/cluster/broker-setting';
import { startFakeCluster } from '../../testing/cluster/fake-cluster';
import { FakePeer } from '../../testing/cluster/fake-peer';
import { openFake } from '../../testing/cluster/open-fake';
import { readBrokerStates, readNameServers } from './read-brokers';

test('a broker that is away is silent, and no password of a configuration is kept', async () => {
  const fake = await startFakeCluster();
  const cluster = openFake(fake);
  await fake.broker('broker-b').peer.stop();
  const { parts, silent } = plain(await readBrokerStates(cluster));
  expect(parts).toMatchObject([{ broker: 'broker-a', value: { version: '5.3.3', role: 'ASYNC_MASTER' } }]);
  expect(Object.keys(parts[0]?.value.settings ?? {})).toEqual(BROKER_SETTING_NAMES);
  expect(silent).toMatchObject([{ broker: 'broker-b', reason: expect.any(String) }]);
  cluster.close();
  await fake.close();
});

test('a name server that lacks a broker is named, and so is one that does not respond', async () => {
  const fake = await startFakeCluster();
  const [{ address }] = [fake.broker('broker-a').peer];
  const table = `{"brokerAddrTable":{"broker-a":{"brokerAddrs":{0:"${address}"},"cluster":"Fake"}}}`;
  const half = await new FakePeer(() => ({ body: table })).start();
  const gone = await new FakePeer(() => ({})).start();
  await gone.stop();
  const nameServers = [fake.nameServer.address, half.address, gone.address];
  const cluster = openFake(fake, { nameServers });
  expect(plain(await readNameServers(cluster))).toEqual([
    { address: nameServers[0], version: '5.3.3', brokers: ['broker-a', 'broker-b'], lacks: [], problem: null },
    { address: nameServers[1], version: '5.3.3', brokers: ['broker-a'], lacks: ['broker-b'], problem: null },
    { address: nameServers[2], version: null, brokers: null, lacks: [], problem: expect.any(String) },
  ]);
  cluster.close();
  await Promise.all([half.stop(), fake.close()]);
});
