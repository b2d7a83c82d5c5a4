import { beforeEach, expect, test } from 'vitest';

import type { FakeCluster } from '../../testing/cluster/fake-cluster';
import { startBilling } from '../../testing/cluster/open-fake';
import type { Cluster } from '../cluster';
import { readProducers } from './read-producers';

let fake: FakeCluster;
let cluster: Cluster;
beforeEach(async () => {
  const billing = await startBilling();
  ({ fake, cluster } = billing);
  return billing.close;
});

const client = (clientId: string) => ({ clientId, language: 'JAVA', version: 479 });

test('a producer is one, with the brokers that know it; groups that every client has are left out', async () => {
  for (const name of ['broker-a', 'broker-b']) {
    fake.broker(name).producers.set('shop', [client('shop@1')]);
    fake.broker(name).producers.set('CLIENT_INNER_PRODUCER', [client('worker@1')]);
  }
  fake.broker('broker-c').producers.set('audit', [client('audit@1'), client('audit@2')]);
  const sdk = { address: '10.0.0.8:52000', language: 'JAVA', version: '5.3.3' };
  expect(await readProducers(cluster)).toMatchObject({
    ...{ answered: ['broker-a', 'broker-b', 'broker-c'], silent: [] },
    producers: [
      { group: 'audit', clientId: 'audit@1', brokers: ['broker-c'] },
      { group: 'audit', clientId: 'audit@2', brokers: ['broker-c'] },
      { ...sdk, group: 'shop', clientId: 'shop@1', brokers: ['broker-a', 'broker-b'] },
    ],
  });
});

test('a broker that is silent is named, and none at all is no empty list', async () => {
  await fake.broker('broker-c').peer.stop();
  expect(await readProducers(cluster)).toMatchObject({ producers: [], silent: [{ broker: 'broker-c' }] });
  cluster.shared.forget('producers');
  for (const name of ['broker-a', 'broker-b']) await fake.broker(name).peer.stop();
  await expect(readProducers(cluster)).rejects.toMatchObject({ code: 'unavailable' });
});
