// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { sendNew } from '../../lib/cluster/send/send-new';
import { wireProperties } from '../../lib/cluster/send/wire-properties';
import { startSimpleConsumer } from '../protocol/support/sdk';
import { describeReal } from './support/describe-real';
import { shutDown } from './support/shut-down';

// 5.3.3 has no such topics.
describeReal('messages with priority', { version: '5.5.0' }, (scene) => {
  test('a PRIORITY topic: as here, the queue is the priority; there, retries come last', async () => {
    await createTopic(scene.cluster, { topic: 'urgency', queues: 4, messageType: 'PRIORITY' });
    await createGroup(scene.cluster, { group: 'urgency', settings: { maxRetries: 3 } });
    const send = async (priority: number): Promise<number> => {
      const born = { bornMs: 1_795_320_000_000, bornHost: '10.0.0.1' };
      const keyed = { messageId: `U${priority}`, tag: null, keys: [], messageGroup: null };
      const properties = wireProperties({ ...keyed, ...born, properties: {}, deliverAt: null, priority });
      const place = { broker: 'broker-a', topic: 'urgency', queues: 4, messageGroup: null, bornMs: born.bornMs };
      return (await sendNew(scene.cluster, { ...place, properties, body: Buffer.from('x') })).queueNo;
    };
    const queues: number[] = [];
    for (const priority of [0, 7, 1, 3, 2]) queues.push(await send(priority));
    expect(queues).toEqual([0, 3, 1, 3, 2]);
    const simple = await startSimpleConsumer(scene.real.grpcPort, 'urgency', 'urgency');
    /** One receive that brings something: it is answered by one broker. */
    const take = async (invisibleMs: number) => {
      for (;;) {
        const views = await simple.receive(32, invisibleMs).catch(() => []);
        if (views.length > 0) return views.map((view) => `${view.getPriority()} ${view.deliveryAttempt}`);
      }
    };
    expect(await take(10_000)).toEqual(['7 1', '3 1', '2 1', '1 1', '0 1']);
    // The leases end, and the broker makes retries of them, one by one, in a queue of their own.
    await sleep(16_000);
    await send(0);
    const [first, ...others] = await take(60_000);
    expect(first).toBe('0 1');
    expect(others.toSorted()).toEqual(['0 2', '1 2', '2 2', '3 2', '7 2']);
    await shutDown(scene.cluster, [simple], ['urgency']);
  }, 180_000);
});
