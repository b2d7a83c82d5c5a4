// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';

import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type ProtocolBroker, startBroker } from './support/broker';
import { type Delivery, type Listening, startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

let broker: ProtocolBroker;
const clients: (Producer | Listening['consumer'])[] = [];
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.shutdown()));
  await broker.close();
  expect(broker.errors).toEqual([]);
});

async function consumeOne(mayConsume: (delivery: Delivery) => boolean | Promise<boolean>): Promise<Listening> {
  const [topic, group] = await Promise.all([broker.topic(), broker.group()]);
  const listening = await startPushConsumer(broker.port, group, topic, mayConsume);
  const producer = await startProducer(broker.port, topic);
  clients.push(listening.consumer, producer);
  await producer.send({ topic, body: Buffer.from('one') });
  return listening;
}

test.concurrent('[case 1, 5] the default group in real time: 10 s, then 30 s, committed at the third delivery', async () => {
  const { deliveries } = await consumeOne(({ attempt }) => attempt === 3);
  await until('three deliveries', () => deliveries.length === 3, 100_000);
  const [first = 0, second = 0, third = 0] = deliveries.map(({ atMs }) => atMs);
  expect(second - first).toBeGreaterThanOrEqual(10_000);
  expect(second - first).toBeLessThan(20_000);
  expect(third - second).toBeGreaterThanOrEqual(30_000);
  expect(third - second).toBeLessThan(45_000);
}, 120_000);

test.concurrent('[case 16] a listener that runs longer than the 60 s lease: renewed, delivered once, acked with its first handle', async () => {
  let ended = false;
  const { deliveries } = await consumeOne(async () => {
    await sleep(66_000);
    ended = true;
    return true;
  });
  await until('the end of the work', () => ended, 100_000);
  const open = async (): Promise<number> => {
    const { rows } = await broker.database.store.console.query<{ open: number }>(
      'SELECT ((SELECT count(*) FROM lease WHERE live) + (SELECT count(*) FROM retry))::int AS open',
    );
    return rows[0]?.open ?? -1;
  };
  await until('its ack', async () => (await open()) === 0);
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1]);
}, 150_000);
