import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { expectBackedOff, expectRefusedForGood, expectThrottled } from './support/back-off';
import { type ProtocolBroker, startBroker } from './support/broker';
import { type ClientProcess, type Sent, startClientProcess } from './support/client-process';
import { countRefused, setTestLimit, storedBodies } from './support/limits';
import { until } from './support/wait';

let broker: ProtocolBroker;
/** An application of the official SDK, in a process of its own. */
let app: ClientProcess;
beforeAll(async () => {
  [broker, app] = await Promise.all([startBroker(), startClientProcess()]);
});
afterAll(async () => {
  await app.close();
  await broker.close();
  expect(broker.errors).toEqual([]);
});

const usedUp = (topic: string): RegExp =>
  new RegExp(`send-rate of topic ${topic} is used up, its limit [\\d.]+ messages/s`);

test.concurrent('[case 57, 58] above its rate, a producer process waits 1 s and 1.6 s between tries of one send', async () => {
  const topic = await broker.topic();
  const rate = await setTestLimit(broker.ctx, {
    ...{ kind: 'send-rate', scope: 'topic', subject: topic, hard: 0.001, burstMs: 0 },
  });
  await app.producer({ client: 'alone', port: broker.port, topic });
  const send = (body: string): Promise<Sent> => app.send({ client: 'alone', topic, body });
  expect(await send('first')).toMatchObject({ error: null, refusals: [] });
  const sending = send('second');
  await until('two refusals', () => countRefused(broker, `send-rate of topic ${topic}`) === 2);
  await rate.raise(1e6);
  const second = await sending;
  expect(second.error).toBeNull();
  expect(second.refusals.map(({ waitMs }) => waitMs)).toEqual([1_000, 1_600]);
  expectBackedOff(second, usedUp(topic));
  expect(countRefused(broker, `send-rate of topic ${topic}`)).toBe(2);
  expect(await storedBodies(broker, topic)).toEqual(['first', 'second']);
});

test.concurrent('a producer process above its quota gets the rate, loses nothing and stores nothing twice', async () => {
  const topic = await broker.topic();
  const limit = { kind: 'send-rate', scope: 'topic', subject: topic, hard: 4, burstMs: 1_000 } as const;
  const rate = await setTestLimit(broker.ctx, limit);
  await app.producer({ client: 'steady', port: broker.port, topic });
  const sends: Sent[] = [];
  /** As an application does that must not lose an order. */
  const store = async (body: string): Promise<void> => {
    const sent = await app.send({ client: 'steady', topic, body });
    sends.push(sent);
    if (sent.messageId === null) await store(body);
  };
  const bodies = Array.from({ length: 40 }, (_, index) => `order ${index + 1}`);
  const orders: Promise<void>[] = [];
  for (const body of bodies) {
    orders.push(store(body));
    await sleep(50);
  }
  await until('refusals', () => countRefused(broker, `send-rate of topic ${topic}`) >= 20);
  expect((await storedBodies(broker, topic)).length).toBeLessThan(40);
  await rate.raise(1_000);
  await Promise.all(orders);
  expect((await storedBodies(broker, topic)).toSorted()).toEqual(bodies.toSorted());
  for (const sent of sends) {
    if (sent.messageId === null) expectRefusedForGood(sent, usedUp(topic));
    else expectBackedOff(sent, usedUp(topic));
  }
});

test.concurrent('[case 60] a refused transaction message of a producer process is not tried again', async () => {
  const topic = await broker.topic('TRANSACTION');
  await setTestLimit(broker.ctx, { kind: 'send-rate', scope: 'topic', subject: topic, hard: 0.001, burstMs: 0 });
  await app.producer({ client: 'tx', port: broker.port, topic, transactions: true });
  const send = (): Promise<Sent> => app.send({ client: 'tx', topic, body: 'tx', transaction: true });
  expect(await send()).toMatchObject({ error: null, refusals: [] });
  const refused = await send();
  expectThrottled(refused.error, usedUp(topic));
  expect(refused.refusals).toEqual([]);
  expect(countRefused(broker, `send-rate of topic ${topic}`)).toBe(1);
  const { rows } = await broker.database.store.console.query('SELECT 1 FROM half_message');
  expect(rows).toHaveLength(1);
});
