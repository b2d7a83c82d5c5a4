import { expect, test } from 'vitest';

import { plain } from '../../model/plain';
import { known, unknown } from '../../model/reading';
import { startFakeCluster } from '../../testing/cluster/fake-cluster';
import { openFake } from '../../testing/cluster/open-fake';
import { readReplicas, replicasOf } from './read-replicas';

const asOf = '2026-11-29T12:00:00.000Z';
const connection = (address: string, behindBytes = 0) => ({
  ...{ address, behindBytes, isInSync: behindBytes === 0, bytesPerSecond: 10 },
});
const place = (...replicaAddresses: readonly string[]) => ({ name: 'broker-a', replicaAddresses });

test('a replica is matched by its host; the only one whatever its host is', () => {
  const two = place('10.0.0.2:10911', '10.0.0.3:10911');
  expect(
    plain(replicasOf(two, [connection('10.0.0.3:51000', 4_096), connection('10.0.0.2:52000')], asOf)),
  ).toMatchObject([
    { address: '10.0.0.2:10911', isInSync: true, behindBytes: known(0, asOf) },
    { address: '10.0.0.3:10911', isInSync: false, behindBytes: known(4_096, asOf), bytesPerSecond: known(10, asOf) },
  ]);
  expect(plain(replicasOf(place('broker-a-1:10911'), [connection('10.1.0.7:51000', 5)], asOf))).toMatchObject([
    { address: 'broker-a-1:10911', isRegistered: true, behindBytes: known(5, asOf) },
  ]);
});

test('what is not connected is unknown, several at one host too; one that is not registered is listed', () => {
  const none = unknown('not connected to broker-a');
  expect(plain(replicasOf(place('10.0.0.2:10911'), [], asOf))).toMatchObject([{ isInSync: null, behindBytes: none }]);
  const twins = place('10.0.0.2:10911', '10.0.0.2:10921');
  const both = [connection('10.0.0.2:51000'), connection('10.0.0.2:51001', 9)];
  const unclear = { isInSync: null, behindBytes: unknown('2 replicas copy from 10.0.0.2') };
  expect(plain(replicasOf(twins, both, asOf))).toMatchObject([unclear, unclear]);
  expect(plain(replicasOf(place(), [connection('10.0.0.9:51000')], asOf))).toMatchObject([
    { address: '10.0.0.9:51000', isRegistered: false, isInSync: true },
  ]);
});

test('a master that does not say it makes the state of its replicas unknown, with the reason', async () => {
  const fake = await startFakeCluster();
  const [a, b] = [fake.broker('broker-a').peer, fake.broker('broker-b').peer];
  const table = [
    `"broker-a":{"brokerAddrs":{0:"${a.address}",1:"10.0.0.2:10911"},"cluster":"Fake"}`,
    `"broker-b":{"brokerAddrs":{0:"${b.address}"},"cluster":"Fake"}`,
  ];
  fake.nameServer.behave = () => ({ body: `{"brokerAddrTable":{${table.join(',')}}}` });
  const cluster = openFake(fake);
  fake.broker('broker-b').replicas.push({
    ...{ addr: '10.0.0.5:40000', diff: 77, inSync: false, slaveAckOffset: 1, transferredByteInSecond: 8 },
  });
  a.behave = ({ code }) => (code === 907 ? { code: 1, remark: 'Can not get HARuntimeInfo' } : null);
  expect(plain(await readReplicas(cluster))).toMatchObject([
    { broker: 'broker-a', address: '10.0.0.2:10911', isInSync: null, behindBytes: { kind: 'unknown' } },
    { broker: 'broker-b', isRegistered: false, isInSync: false, behindBytes: { value: 77 } },
  ]);
  cluster.close();
  await fake.close();
});
