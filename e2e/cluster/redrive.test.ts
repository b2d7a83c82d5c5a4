// @module-tag long
import { afterAll, beforeAll, type ExpectStatic, test, vi } from 'vitest';

import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { readClients } from '../../lib/cluster/read/read-clients';
import { readWay } from '../../lib/cluster/redrive/read-way';
import { readFacts } from '../../lib/cluster/topology/read-facts';
import type { RedriveWay } from '../../lib/model/redrive-way';
import { type Listening, startProducer, startPushConsumer, startSimpleConsumer } from '../protocol/support/sdk';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { describeReal } from './support/describe-real';
import { BODIES, deathsOf, redriveAll } from './support/redrive-all';

const RETRY = { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1_000 } } as const;

/** Where brokers keep what 5.x clients hold: records in topics, or a store of their own. */
const RECORDS = { store: 'records', isTaken: true, config: {} } as const;
const KV = { store: 'kv', isTaken: TAKES_LONG, config: { popConsumerKVServiceEnable: 'true' } } as const;
const VARIANTS = VERSIONS.flatMap((version) => [RECORDS, KV].map((store) => ({ version, ...store })));

for (const { version, store, isTaken, config } of VARIANTS) {
  const suite = { version, isTaken, config, concurrent: true };
  describeReal(`re-drive, ${store}`, suite, (scene) => {
    const listening: Listening[] = [];
    const healed = new Set<string>();
    const isFine = (group: string, body: string): boolean =>
      !body.startsWith('fail') || (healed.has(group) && !body.startsWith('fail always'));

    beforeAll(async () => {
      const { cluster } = scene;
      const { parts } = await readFacts(cluster);
      if (parts.some(({ value }) => value.popStore !== store)) throw new Error(`a broker has another store`);
      for (const kind of ['push', 'simple', 'classic', 'ordered']) {
        await createTopic(cluster, { topic: `t-${kind}`, queues: 1, messageType: 'NORMAL' });
        await createGroup(cluster, { group: kind, settings: RETRY });
        await createGroup(cluster, { group: `${kind}-witness`, settings: RETRY });
      }
    });
    afterAll(async () => {
      for (const { consumer } of listening) await consumer.shutdown();
      // A stream of a client that is still closing fails loudly when its server ends.
      await vi.waitFor(
        async () => {
          for (const group of ['push', 'push-witness', 'simple', 'simple-witness'])
            if ((await readClients(scene.cluster, group)).clients.length > 0)
              throw new Error(`${group} has clients still`);
        },
        { timeout: 70_000, interval: 500 },
      );
    });

    const OUTCOME = { 'fail 1': 'consumed', 'fail 2': 'consumed', 'fail always': 'died' };
    const redrive = (expect: ExpectStatic, group: string, way: RedriveWay, expected: typeof OUTCOME) =>
      redriveAll(expect, scene.cluster, { group, topic: `t-${group}`, way, expected });
    const deaths = (group: string) => deathsOf(scene.cluster, group);

    test('5.x push: fails, dies, and comes back to its group alone', { timeout: 250_000 }, async ({ expect }) => {
      const mine = await startPushConsumer(scene.real.grpcPort, 'push', 't-push', ({ body }) => isFine('push', body));
      const witness = await startPushConsumer(scene.real.grpcPort, 'push-witness', 't-push', () => true);
      listening.push(mine, witness);
      const producer = await startProducer(scene.real.grpcPort, 't-push');
      for (const body of BODIES)
        await producer.send({ topic: 't-push', tag: 'paid', keys: [body], body: Buffer.from(body) });
      await producer.shutdown();
      await expect.poll(() => deaths('push'), { timeout: 100_000, interval: 500 }).toBe(3);
      expect(await readWay(scene.cluster, 'push', null)).toMatchObject({ way: 'pop-retry', kind: 'pop' });
      await expect.poll(() => witness.deliveries.length, { timeout: 30_000 }).toBe(3);
      healed.add('push');
      const before = mine.deliveries.length;
      const letters = await redrive(expect, 'push', 'pop-retry', OUTCOME);
      const again = mine.deliveries.slice(before);
      expect(again.map(({ body }) => body).toSorted()).toEqual(['fail 1', 'fail 2', 'fail always', 'fail always']);
      expect(again.map(({ messageId }) => messageId)).toEqual(
        again.map(({ body }) => letters.find((letter) => letter.body.toString() === body)?.messageId),
      );
      expect(again.every(({ view }) => view.tag === 'paid' && view.topic === 't-push')).toBe(true);
      expect(witness.deliveries).toHaveLength(3);
    });

    test('5.x simple: comes back to its group alone', { timeout: 250_000 }, async ({ expect }) => {
      const consumer = await startSimpleConsumer(scene.real.grpcPort, 'simple', 't-simple');
      const witness = await startPushConsumer(scene.real.grpcPort, 'simple-witness', 't-simple', () => true);
      listening.push(witness);
      let isOver = false;
      const got: string[] = [];
      const loop = (async () => {
        while (!isOver) {
          for (const message of await consumer.receive(8, 10_000).catch(() => [])) {
            const body = message.body.toString();
            got.push(body);
            if (isFine('simple', body)) await consumer.ack(message);
            else await consumer.changeInvisibleDuration(message, 1_000).catch(() => undefined);
          }
        }
      })();
      const producer = await startProducer(scene.real.grpcPort, 't-simple');
      for (const body of BODIES) await producer.send({ topic: 't-simple', keys: [body], body: Buffer.from(body) });
      await producer.shutdown();
      await expect.poll(() => deaths('simple'), { timeout: 120_000, interval: 500 }).toBe(3);
      healed.add('simple');
      expect(await readWay(scene.cluster, 'simple', null)).toMatchObject({ way: 'pop-retry' });
      const before = got.length;
      await redrive(expect, 'simple', 'pop-retry', OUTCOME);
      expect(new Set(got.slice(before))).toEqual(new Set(BODIES));
      expect(witness.deliveries).toHaveLength(3);
      isOver = true;
      await loop;
      await consumer.shutdown();
    });

    test.for([
      ['classic', false, 'classic-retry'],
      ['ordered', true, 'send-back'],
    ] as const)(
      '4.x %s: comes back to its group alone',
      { timeout: 200_000 },
      async ([group, ordered, way], { expect }) => {
        const topic = `t-${group}`;
        await scene.real.command({ spare: `${group}-witness` });
        await scene.real.command({ consume: group, topic, ordered });
        await scene.real.command({ consume: `${group}-witness`, topic, ordered });
        for (const body of BODIES) await scene.real.command({ send: topic, body, tag: 'paid', key: body });
        await expect.poll(() => deaths(group), { timeout: 60_000, interval: 500 }).toBe(3);
        await expect
          .poll(async () => (await readWay(scene.cluster, group, null)).way, { timeout: 60_000, interval: 1_000 })
          .toBe(way);
        await scene.real.command({ heal: group });
        const of = (name: string) => scene.real.got.filter((got) => got.group === name);
        // Its own deliveries of the three come before the re-drive, or they would count as re-driven.
        await expect
          .poll(() => of(`${group}-witness`).length, { timeout: 60_000 })
          .toBeGreaterThanOrEqual(BODIES.length);
        const [mine, others] = [of(group).length, of(`${group}-witness`).length];
        await redrive(expect, group, way, OUTCOME);
        const again = of(group).slice(mine);
        expect(new Set(again.map(({ body }) => body))).toEqual(new Set(BODIES));
        expect(again.every((got) => got.topic === topic)).toBe(true);
        expect(of(`${group}-witness`)).toHaveLength(others);
      },
    );
  });
}
