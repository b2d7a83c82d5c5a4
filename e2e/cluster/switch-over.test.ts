// @module-tag long
import { expect, test } from 'vitest';

import { createTopic } from '../../lib/cluster/read/change-topic';
import { readReplicas } from '../../lib/cluster/read/read-replicas';
import { rocketmqEngine } from '../../lib/engine';
import { ClusterSampler } from '../../lib/engine/rocketmq/samples/sample-cluster';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { attachReal, describeReal } from './support/describe-real';

for (const version of VERSIONS)
  describeReal('controller mode', { version, isTaken: TAKES_LONG, isControlled: true }, (scene) => {
    const attached = attachReal(scene);

    test('a switch-over is seen, calls go to the new master, and Brokers says where it was', async () => {
      const { engine, broker } = attached;
      const { cluster } = engine;
      await scene.real.command({ slave: 'broker-a' });
      const forget = () => {
        for (const name of ['topology', 'replicas', 'loads']) cluster.shared.forget(name);
      };
      await expect
        .poll(
          async () => {
            forget();
            return (await readReplicas(cluster)).map(({ isInSync }) => isInSync);
          },
          { timeout: 60_000 },
        )
        .toEqual([true]);
      const place = async () => (await cluster.topology()).brokers.find(({ name }) => name === 'broker-a');
      const sampler = new ClusterSampler(broker.ctx, engine);
      const step = () => expect.poll(() => sampler.step(), { timeout: 30_000, interval: 1_000 }).toBe(true);
      await step();
      const before = await place();
      await scene.real.command({ stop: 'broker-a' });
      await expect
        .poll(
          async () => {
            forget();
            return (await place())?.announced ?? null;
          },
          { timeout: 90_000, interval: 1_000 },
        )
        .toBe(before?.replicaAddresses[0]);
      await step();
      const moved = async () => {
        const { brokers } = await rocketmqEngine({ broker: broker.ctx, engine }).brokers.list();
        return brokers.map((one) => [one.name, one.address, one.moved?.from ?? null]);
      };
      expect(await moved()).toEqual([
        ['broker-a', before?.replicaAddresses[0], before?.announced],
        ['broker-b', expect.any(String), null],
      ]);
      const made = await createTopic(cluster, { topic: 'after', queues: 1, messageType: 'NORMAL' });
      expect(made.brokers.map(({ problem }) => problem)).toEqual([null, null]);
    });
  });
