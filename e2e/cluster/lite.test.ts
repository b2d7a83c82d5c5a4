// @module-tag long
import { expect, test } from 'vitest';

import { createGroup } from '../../lib/cluster/read/change-group';
import { createTopic } from '../../lib/cluster/read/change-topic';
import { startLiteConsumer, startProducer } from '../protocol/support/sdk';
import { until } from '../protocol/support/wait';
import { describeReal } from './support/describe-real';
import { shutDown } from './support/shut-down';

const WAIT_MS = 60_000;
const CONFIG = { enableLmq: 'true', enableMultiDispatch: 'true' };

// 5.3.3 has no such topics. e2e/protocol/lite.test.ts has the same for Redrive.
describeReal('lite topics', { version: '5.5.0', config: CONFIG }, (scene) => {
  test('as here: a client receives the lite topics that it subscribes, in order', async () => {
    await createTopic(scene.cluster, { topic: 'sessions', queues: 4, messageType: 'LITE' });
    const attributes = { 'lite.bind.topic': 'sessions' };
    // The Node.js client retries in place, and by an exponential policy alone: with another it gives up at once.
    const retryPolicy = { type: 'exponential', initialMs: 1_000, maxMs: 1_000, multiplier: 1 } as const;
    const settings = { maxRetries: 3, isOrdered: true, retryPolicy, attributes };
    await createGroup(scene.cluster, { group: 'agents', settings });
    const { grpcPort } = scene.real;
    const failed = new Set<string>();
    const { consumer, deliveries } = await startLiteConsumer(grpcPort, 'agents', 'sessions', ({ body }) => {
      if (body !== '2' || failed.has(body)) return true;
      failed.add(body);
      return false;
    });
    const producer = await startProducer(grpcPort, 'sessions');
    const send = async (liteTopic: string, body: string): Promise<unknown> =>
      await producer.send({ topic: 'sessions', liteTopic, body: Buffer.from(body) });
    const bodies = (): string[] => deliveries.map(({ body, attempt }) => `${body} ${attempt}`);
    await consumer.subscribeLite('one');
    for (const body of ['1', '2', '3']) await send('one', body);
    await send('two', 'kept');
    await until('what was subscribed', () => deliveries.length === 4, WAIT_MS);
    expect(bodies()).toEqual(['1 1', '2 1', '2 2', '3 1']);
    expect(deliveries[0]?.view.liteTopic).toBe('one');
    await consumer.subscribeLite('two');
    await until('what waited', () => deliveries.length === 5, WAIT_MS);
    expect(bodies().at(-1)).toBe('kept 1');
    await consumer.unsubscribeLite('one');
    await send('one', 'unwanted');
    await send('two', 'last');
    await until('the last one', () => deliveries.length === 6, WAIT_MS);
    expect(bodies().at(-1)).toBe('last 1');
    await shutDown(scene.cluster, [consumer, producer], ['agents']);
  }, 240_000);

  const groupOf = async (group: string, topic: string, attributes: Record<string, string>): Promise<void> => {
    await createTopic(scene.cluster, { topic, queues: 4, messageType: 'LITE' });
    const settings = { maxRetries: 3, isOrdered: true, attributes: { 'lite.bind.topic': topic, ...attributes } };
    await createGroup(scene.cluster, { group, settings });
  };

  test('as here: a lite topic that its client suspends waits as long as it says, and no delivery counts', async () => {
    await groupOf('suspending', 'suspended', {});
    const { grpcPort } = scene.real;
    let times = 0;
    const { consumer, deliveries } = await startLiteConsumer(grpcPort, 'suspending', 'suspended', () => {
      times += 1;
      return times > 3 || 500;
    });
    const producer = await startProducer(grpcPort, 'suspended');
    await consumer.subscribeLite('one');
    await producer.send({ topic: 'suspended', liteTopic: 'one', body: Buffer.from('1') });
    await until('its fourth delivery', () => deliveries.length === 4, WAIT_MS);
    // Here it is 1 each time. The original counts the first suspension, and takes back what each later one adds.
    expect(Math.max(...deliveries.map(({ attempt }) => attempt))).toBeLessThan(3);
    await shutDown(scene.cluster, [consumer, producer], ['suspending']);
  }, 240_000);

  test('as here: of an exclusive group the newest client has a lite topic alone', async () => {
    await groupOf('alone', 'exclusive', { 'lite.sub.model': 'Exclusive' });
    const { grpcPort } = scene.real;
    const start = () => startLiteConsumer(grpcPort, 'alone', 'exclusive', () => true);
    const [former, newer] = [await start(), await start()];
    const producer = await startProducer(grpcPort, 'exclusive');
    await former.consumer.subscribeLite('one');
    await newer.consumer.subscribeLite('one');
    await producer.send({ topic: 'exclusive', liteTopic: 'one', body: Buffer.from('1') });
    await until('its message', () => newer.deliveries.length === 1, WAIT_MS);
    expect(former.deliveries).toEqual([]);
    await shutDown(scene.cluster, [former.consumer, newer.consumer, producer], ['alone']);
  }, 240_000);

  test('as here: clients of a group with all lite topics subscribe none', async () => {
    await groupOf('everything', 'every', { 'lite.sub.wildcard': 'true' });
    const { grpcPort } = scene.real;
    const { consumer, deliveries } = await startLiteConsumer(grpcPort, 'everything', 'every', () => true);
    const producer = await startProducer(grpcPort, 'every');
    for (const liteTopic of ['one', 'two'])
      await producer.send({ topic: 'every', liteTopic, body: Buffer.from(liteTopic) });
    await until('both', () => deliveries.length === 2, WAIT_MS);
    expect(deliveries.map(({ body }) => body).toSorted()).toEqual(['one', 'two']);
    await expect(consumer.subscribeLite('one')).rejects.toThrow();
    await shutDown(scene.cluster, [consumer, producer], ['everything']);
  }, 240_000);
});
