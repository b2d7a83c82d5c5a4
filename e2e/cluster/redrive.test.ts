// @module-tag long
import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, test } from 'vitest';

import { browseDeadLetters } from '../../lib/broker';
import { updateGroup } from '../../lib/cluster/admin/update-group';
import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { readGroup } from '../../lib/cluster/read/read-groups';
import { readFacts } from '../../lib/cluster/topology/read-facts';
import { noteVersions } from '../../lib/engine';
import { makeClusterGroupEqual, updateClusterGroup } from '../../lib/engine/rocketmq/groups/change';
import { reportClusterFailures } from '../../lib/engine/rocketmq/letters/report';
import {
  type Delivery,
  type Listening,
  startProducer,
  startPushConsumer,
  startSimpleConsumer,
} from '../protocol/support/sdk';
import { TAKES_LONG, VERSIONS } from './global-setup';
import { attachReal, describeReal, OPERATOR as actor } from './support/describe-real';
import { BODIES, type Came, playIncident } from './support/incident';
import { shutDown } from './support/shut-down';
import { startWorkers } from './support/workers';

const RETRY = { maxRetries: 1, retryPolicy: { type: 'fixed', intervalMs: 1_000 } } as const;
const LONG = { timeout: 600_000 };

/** Where brokers keep what 5.x clients hold: records in topics, or a store of their own. */
const RECORDS = { store: 'records', isTaken: true, config: {} } as const;
const KV_CONFIG = { popConsumerKVServiceInit: 'true', popConsumerKVServiceEnable: 'true' };
const KV = { store: 'kv', isTaken: TAKES_LONG, config: KV_CONFIG } as const;
const VARIANTS = VERSIONS.flatMap((version) => [RECORDS, KV].map((store) => ({ version, ...store })));

for (const { version, store, isTaken, config } of VARIANTS) {
  const suite = { version, isTaken, config: { ...config, traceTopicEnable: 'true' }, concurrent: true };
  describeReal(`re-drive, ${store}`, suite, (scene) => {
    const attached = attachReal(scene);
    const listening: Listening[] = [];
    const producers: Producer[] = [];
    const healed = new Set<string>();
    const isFine = (group: string, body: string): boolean =>
      !body.startsWith('fail') || (healed.has(group) && !body.startsWith('fail always'));
    const came = ({ deliveries }: Listening): Came[] => deliveries.map(({ messageId: id, body }) => ({ id, body }));
    // A store of its own says nothing of single deliveries.
    const fine = store === 'records' ? 'consumed' : 'not-failed';
    let stop: () => Promise<void>;

    beforeAll(async () => {
      const { cluster } = scene;
      const { parts } = await readFacts(cluster);
      if (parts.some(({ value }) => value.popStore !== store)) throw new Error(`a broker has another store`);
      for (const kind of ['push', 'simple', 'classic', 'ordered', 'edited']) {
        await createTopic(cluster, { topic: `t-${kind}`, queues: 1, messageType: 'NORMAL' });
        await createGroup(cluster, { group: kind, settings: RETRY });
        await createGroup(cluster, { group: `${kind}-witness`, settings: RETRY });
      }
      stop = startWorkers(attached);
    });
    afterAll(async () => {
      await stop();
      await shutDown(
        scene.cluster,
        [...producers, ...listening.map(({ consumer }) => consumer)],
        ['push', 'push-witness', 'simple', 'simple-witness', 'edited'],
      );
    });

    /** With the SDK: all that fail. @returns what sends more */
    async function sendAll(topic: string): Promise<(body: string) => Promise<void>> {
      const producer = await startProducer(scene.real.grpcPort, topic);
      producers.push(producer);
      const send = async (body: string): Promise<void> =>
        void (await producer.send({ topic, tag: 'paid', keys: [body], body: Buffer.from(body) }));
      for (const body of BODIES) await send(body);
      return send;
    }

    test('5.x push: reported, dies, and comes back to its group alone', LONG, async ({ expect }) => {
      // As an application says why it failed; of the third it says nothing.
      const report = async ({ messageId, body, attempt }: Delivery): Promise<void> => {
        if (body === 'fail always') return;
        const [group, errorType, message] = ['push', 'CardRefused', 'the bank refused the card'];
        await reportClusterFailures(attached.broker.ctx, attached.engine, [
          { group, messageId, attempt, errorType, message },
        ]);
      };
      const mine = await startPushConsumer(scene.real.grpcPort, 'push', 't-push', async (delivery) => {
        const fine = isFine('push', delivery.body);
        if (!fine) await report(delivery);
        return fine;
      });
      const witness = await startPushConsumer(scene.real.grpcPort, 'push-witness', 't-push', () => true);
      listening.push(mine, witness);
      const send = await sendAll('t-push');
      const { again } = await playIncident(expect, attached, {
        ...{ group: 'push', topic: 't-push', way: 'pop-retry', causes: { CardRefused: 2, exhausted: 1 }, send, fine },
        ...{ got: () => came(mine), witnessed: () => came(witness) },
        mend: () => void healed.add('push'),
      });
      // It has one retry again.
      expect(again.map(({ body }) => body).toSorted()).toEqual(['fail 1', 'fail 2', 'fail always', 'fail always']);
      expect(mine.deliveries.every(({ view }) => view.tag === 'paid' && view.topic === 't-push')).toBe(true);
    });

    test('5.x simple: comes back to its group alone', LONG, async ({ expect }) => {
      const consumer = await startSimpleConsumer(scene.real.grpcPort, 'simple', 't-simple');
      const witness = await startPushConsumer(scene.real.grpcPort, 'simple-witness', 't-simple', () => true);
      listening.push(witness);
      let isOver = false;
      const got: Came[] = [];
      const loop = (async () => {
        while (!isOver) {
          for (const message of await consumer.receive(8, 10_000).catch(() => [])) {
            const body = message.body.toString();
            got.push({ id: message.messageId, body });
            if (isFine('simple', body)) await consumer.ack(message);
            else await consumer.changeInvisibleDuration(message, 1_000).catch(() => undefined);
          }
        }
      })();
      try {
        const send = await sendAll('t-simple');
        const { again } = await playIncident(expect, attached, {
          ...{ group: 'simple', topic: 't-simple', way: 'pop-retry', causes: { exhausted: 3 }, send, fine },
          ...{ got: () => got, witnessed: () => came(witness) },
          mend: () => void healed.add('simple'),
        });
        expect(again.map(({ body }) => body).toSorted()).toEqual(['fail 1', 'fail 2', 'fail always', 'fail always']);
      } finally {
        isOver = true;
        await loop;
        await consumer.shutdown();
      }
    });

    test.for([
      ['classic', false, 'classic-retry'],
      ['ordered', true, 'send-back'],
    ] as const)(
      '4.x %s: traced, dies, and comes back to its group alone',
      LONG,
      async ([group, ordered, way], { expect }) => {
        const { real } = scene;
        const topic = `t-${group}`;
        await real.command({ spare: `${group}-witness` });
        await real.command({ consume: group, topic, ordered, traced: true });
        await real.command({ consume: `${group}-witness`, topic, ordered });
        const send = async (body: string): Promise<void> => real.command({ send: topic, body, tag: 'paid', key: body });
        for (const body of BODIES) await send(body);
        const of = (name: string) => real.got.filter((got) => got.group === name);
        await playIncident(expect, attached, {
          ...{ group, topic, way, causes: { 'client-failed': 3 }, send },
          ...{ got: () => of(group), witnessed: () => of(`${group}-witness`) },
          mend: () => real.command({ heal: group }),
        });
        expect(of(group).every((got) => got.topic === topic)).toBe(true);
      },
    );

    test('settings: brokers that differ are repaired, and an edit is what clients get', LONG, async ({ expect }) => {
      const { broker, engine } = attached;
      const by = { name: 'edited', actor, reason: 'one retry is enough' };
      const seen = async () => {
        const group = await readGroup(engine.cluster, 'edited');
        const noted = (await noteVersions(broker.ctx, engine.clusterId, [group])).get('edited');
        return { group, version: noted?.version ?? 0 };
      };
      const [first] = (await seen()).group.brokers;
      const raw = { retryMaxTimes: 9 };
      await engine.cluster.ask('broker-b', updateGroup, { group: 'edited', raw, attributes: {}, attributesBefore: {} });
      const differing = await seen();
      expect(differing.group.differences).toContain('maxRetries');
      await makeClusterGroupEqual(broker.ctx, engine, { ...by, version: differing.version, like: 'broker-a' });
      const repaired = await seen();
      expect(repaired.group).toMatchObject({ differences: [], missingOn: [], settings: first?.settings });
      const retryPolicy = { type: 'fixed', intervalMs: 2_000 } as const;
      await updateClusterGroup(broker.ctx, engine, { ...by, version: repaired.version, maxRetries: 2, retryPolicy });
      const edited = await seen();
      expect(edited.group).toMatchObject({ differences: [], settings: { maxRetries: 2, retryPolicy } });
      const listener = await startPushConsumer(scene.real.grpcPort, 'edited', 't-edited', () => false);
      listening.push(listener);
      await sendAll('t-edited');
      const attempts = async () =>
        (await browseDeadLetters(engine.letters, { group: 'edited' })).items.map((letter) => letter.attempts);
      await expect.poll(attempts, { timeout: 100_000, interval: 500 }).toEqual([3, 3, 3]);
      for (const body of BODIES)
        expect(listener.deliveries.filter((one) => one.body === body).map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
      const audit = await broker.database.store.console.query<{ action: string }>(
        `SELECT action FROM audit WHERE workspace = 'eu' AND target = 'edited' ORDER BY audit_id`,
      );
      expect(audit.rows.map(({ action }) => action)).toEqual(['group.make-equal', 'group.update']);
    });
  });
}
