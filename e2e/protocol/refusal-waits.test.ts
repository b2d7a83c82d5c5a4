import { afterAll, beforeAll, expect, test } from 'vitest';

import type { RefusalWait } from '../../lib/broker';
import { DEFAULT_PRODUCER_RETRY } from '../../lib/model/delivery/producer-retry';
import { type ProtocolBroker, startBroker } from './support/broker';
import { countRefused, setTestLimit } from './support/limits';
import { startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

let broker: ProtocolBroker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(async () => {
  await broker.close();
  expect(broker.errors).toEqual([]);
});

const waitsOf = (topic: string): RefusalWait[] =>
  broker.ctx.waits.rows(DEFAULT_PRODUCER_RETRY).filter((wait) => wait.topic === topic);

test('how long the SDK waited until its message was taken is seen; the one it gave up is not said to have arrived', async () => {
  const topic = await broker.topic();
  const common = { scope: 'topic', subject: topic, burstMs: 0 } as const;
  const rate = await setTestLimit(broker.ctx, { ...common, kind: 'send-rate', hard: 0.001 });
  const producer = await startProducer(broker.port, topic);
  const send = (body: string): Promise<unknown> => producer.send({ topic, body: Buffer.from(body) });
  await send('first');
  const startedMs = performance.now();
  const taken = send('refused twice, then taken');
  await until('two refusals', () => countRefused(broker, `send-rate of topic ${topic}`) === 2);
  await rate.raise(1e6);
  await taken;
  const tookMs = performance.now() - startedMs;
  const [seen, ...others] = waitsOf(topic);
  expect(others).toEqual([]);
  expect(seen).toMatchObject({
    limit: `send-rate of topic ${topic}`,
    group: '',
    through: 1,
    waiting: 0,
    mostInARow: 2,
  });
  expect(seen?.client).not.toBe('');
  expect(seen?.longestMs).toBeGreaterThanOrEqual(2_590);
  expect(seen?.longestMs).toBeLessThanOrEqual(tookMs);
  await rate.raise(0.001);
  await send('what is left of the rate');
  await expect(send('refused for good')).rejects.toThrow('TOO_MANY_REQUESTS');
  expect(waitsOf(topic)).toMatchObject([{ through: 1, waiting: 1, mostInARow: 3 }]);
  await producer.shutdown();
});

test(
  'a consumer above its rate: its wait ends with the receive that is let through, not with the messages it gets',
  { tags: ['long'] },
  async () => {
    const topic = await broker.topic();
    const group = await broker.group();
    const producer = await startProducer(broker.port, topic);
    for (let index = 0; index < 20; index += 1) await producer.send({ topic, body: Buffer.from(`${index}`) });
    await setTestLimit(broker.ctx, { kind: 'receive-rate', scope: 'group', subject: group, hard: 8, burstMs: 1_000 });
    const startedMs = performance.now();
    const { consumer, deliveries } = await startPushConsumer(broker.port, group, topic, () => true);
    await until('all messages', () => deliveries.length >= 20);
    await until('a wait that is over', () => waitsOf(topic).some(({ through }) => through > 0));
    const [wait] = waitsOf(topic);
    expect(wait).toMatchObject({ limit: `receive-rate of group ${group}`, group });
    expect(wait?.through).toBeGreaterThan(0);
    expect(wait?.longestMs).toBeGreaterThan(10);
    expect(wait?.longestMs).toBeLessThanOrEqual(performance.now() - startedMs);
    await consumer.shutdown();
    await producer.shutdown();
  },
);
