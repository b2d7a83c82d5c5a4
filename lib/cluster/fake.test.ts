import { afterAll, beforeAll, describe } from 'vitest';

import type { Cluster } from './cluster';
import { type FakeCluster, startFakeCluster } from '../testing/cluster/fake-cluster';
import { openFake } from '../testing/cluster/open-fake';
import { describeCluster } from '../testing/cluster/suite';

let fake: FakeCluster;
let cluster: Cluster;
let sent = 0;
beforeAll(async () => {
  fake = await startFakeCluster();
  cluster = openFake(fake);
});
afterAll(async () => {
  cluster.close();
  await fake.close();
});

describe('the fake cluster answers as brokers do', () => {
  describeCluster({
    cluster: () => cluster,
    send: async (topic, body, key) => {
      sent += 1;
      fake.broker(sent % 2 === 0 ? 'broker-a' : 'broker-b').store(topic, body, {
        properties: { UNIQ_KEY: `0A${String(sent).padStart(30, '0')}`, ...(key !== undefined && { KEYS: key }) },
      });
    },
  });
});
