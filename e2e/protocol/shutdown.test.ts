// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startGateway } from '../../lib/gateway/server';
import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { type ProtocolBroker, startBroker } from './support/broker';
import { startChild } from './support/child';
import { LONG_POLL_MS } from './support/long-poll';
import { RawClient, rawMessage } from './support/raw-client';
import { startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';
import { eachShortFirst } from '../../lib/testing/each-short-first';

let broker: ProtocolBroker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(async () => {
  await broker.close();
  expect(broker.errors).toEqual([]);
});

eachShortFirst(['simple', 'producer', 'push'], test.concurrent)(
  '[case 92] a process with a %s shuts down without error and ends with code 0',
  async (kind) => {
    const [topic, group] = await Promise.all([broker.topic(), broker.group()]);
    const raw = new RawClient(broker.port);
    await raw.call('SendMessage', { messages: [rawMessage(topic)] });
    raw.close();
    const child = await startChild('sdk-child.mjs', [kind, String(broker.port), topic, group]);
    expect(broker.gateway.listClients().some(({ topics }) => topics.includes(topic))).toBe(true);
    child.process.stdin.write('stop\n');
    expect(await child.ended()).toBe(0);
    expect(child.errors()).toBe('');
    expect(broker.gateway.listClients().some(({ topics }) => topics.includes(topic))).toBe(false);
  },
);

test('[case 90] a gateway stops at once with clients connected, and they go on when it is back', async () => {
  const [topic, group] = await Promise.all([broker.topic(), broker.group()]);
  const port = await findFreePort('127.0.0.1');
  const first = await startGateway({ ctx: broker.ctx, host: '127.0.0.1', port, longPollMs: LONG_POLL_MS });
  const producer = await startProducer(first.port, topic);
  const { consumer, deliveries } = await startPushConsumer(first.port, group, topic, () => true);
  await producer.send({ topic, body: Buffer.from('before') });
  await until('the first message', () => deliveries.length === 1);
  const stoppedAtMs = performance.now();
  await first.stop(60_000);
  // It waited neither for the receive that was held nor for what it allows running calls.
  expect(performance.now() - stoppedAtMs).toBeLessThan(LONG_POLL_MS);
  const second = await startGateway({ ctx: broker.ctx, host: '127.0.0.1', port, longPollMs: LONG_POLL_MS });
  await until('both clients', () => second.listClients().length === 2);
  await until('a send', () =>
    producer.send({ topic, body: Buffer.from('after') }).then(
      () => true,
      () => false,
    ),
  );
  await until('the second message', () => deliveries.some(({ body }) => body === 'after'));
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 1]);
  await Promise.all([producer.shutdown(), consumer.shutdown()]);
  await second.stop(2_000);
});
