import { setTimeout as sleep } from 'node:timers/promises';

import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { readTimeline, reportFailure } from '../../lib/broker';
import { type ProtocolBroker, startBroker } from './support/broker';
import { type Delivery, type Listening, startProducer, startPushConsumer, startSimpleConsumer } from './support/sdk';
import { until } from './support/wait';

let broker: ProtocolBroker;
const clients: { shutdown(): Promise<unknown> }[] = [];
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.shutdown()));
  await broker.close();
  expect(broker.errors).toEqual([]);
});

async function listen(
  group: string,
  topic: string,
  mayConsume: (delivery: Delivery) => boolean | Promise<boolean>,
): Promise<Listening> {
  const started = await startPushConsumer(broker.port, group, topic, mayConsume);
  clients.push(started.consumer);
  return started;
}

async function produce(topic: string): Promise<Producer> {
  const producer = await startProducer(broker.port, topic);
  clients.push(producer);
  return producer;
}

const inOrder = (a: unknown, b: unknown): number => String(a).localeCompare(String(b));
const byClient = ([a]: readonly unknown[], [b]: readonly unknown[]): number => inOrder(a, b);
const bodies = ({ deliveries }: Listening): string[] => deliveries.map(({ body }) => body).toSorted();

test.concurrent('every push consumer of a broadcast group gets everything sent since its start; what one fails does not come again, and why is on record', async () => {
  const topic = await broker.topic();
  const group = await broker.group({
    messageModel: 'broadcasting',
    retryPolicy: { type: 'customized', intervalsMs: [200] },
  });
  const failing: Listening = await listen(group, topic, async ({ messageId, body, attempt }) => {
    if (body !== 'm2') return true;
    const { clientId } = failing.consumer;
    await reportFailure(broker.ctx, {
      messageId,
      group,
      clientId,
      attempt,
      errorType: 'CacheFull',
      message: 'no room for m2',
    });
    return false;
  });
  const others = [await listen(group, topic, () => true), await listen(group, topic, () => true)];
  const all = [failing, ...others];
  const producer = await produce(topic);
  const sent = ['m0', 'm1', 'm2', 'm3', 'm4'];
  const ids = new Map<string, string>();
  for (const body of sent) ids.set(body, (await producer.send({ topic, body: Buffer.from(body) })).messageId);
  await until('every client has every message', () => all.every(({ deliveries }) => deliveries.length >= sent.length));
  const messageId = ids.get('m2') ?? '';
  const states = async () =>
    Object.fromEntries(
      (await readTimeline(broker.ctx, { messageId })).map(({ client, state }) => [client?.clientId, state]),
    );
  const expected = Object.fromEntries(
    all.map((one) => [one.consumer.clientId, one === failing ? 'dropped' : 'consumed']),
  );
  await until(
    'every client has decided',
    async () => JSON.stringify(Object.values(await states()).toSorted(inOrder)) === '["consumed","consumed","dropped"]',
  );
  expect(await states()).toEqual(expected);
  await sleep(2_500);
  for (const one of all) expect(bodies(one)).toEqual(sent);
  const dropped = (await readTimeline(broker.ctx, { messageId })).find(({ state }) => state === 'dropped');
  expect(dropped).toMatchObject({
    group,
    client: { clientId: failing.consumer.clientId, ofClients: 3 },
    reasons: [{ attempt: 1, errorType: 'CacheFull', message: 'no room for m2' }],
  });
  expect(await broker.deadLetters(group)).toEqual([]);
  // under the name of the group, never of a member
  expect(broker.counted.get(`rocketmq_messages_out_total ${topic} ${group} false`)).toBe(15);
  expect([...broker.counted.keys()].filter((key) => key.includes('!'))).toEqual([]);
  expect(broker.counted.get(`redrive_broadcast_failures_total ${topic} ${group}`)).toBe(1);
  expect(broker.counted.get(`rocketmq_send_to_dlq_messages_total ${topic} ${group}`)).toBeUndefined();
});

test.concurrent('a client that starts later gets only what is sent from then on', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ messageModel: 'broadcasting' });
  const first = await listen(group, topic, () => true);
  const producer = await produce(topic);
  await producer.send({ topic, body: Buffer.from('before') });
  await until('the first has it', () => first.deliveries.length === 1);
  const second = await listen(group, topic, () => true);
  await producer.send({ topic, body: Buffer.from('after') });
  await until('both have the later one', () => first.deliveries.length === 2 && second.deliveries.length === 1);
  expect([bodies(first), bodies(second)]).toEqual([['after', 'before'], ['after']]);
});

test.concurrent('an ordered broadcast group: no client tries again in itself; the failed message is dropped and its key goes on', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({ messageModel: 'broadcasting', deliveryOrder: 'ordered' });
  const failing = await listen(group, topic, ({ body }) => body !== 'k1');
  const well = await listen(group, topic, () => true);
  const producer = await produce(topic);
  for (const body of ['k0', 'k1', 'k2', 'k3'])
    await producer.send({ topic, body: Buffer.from(body), messageGroup: 'key' });
  const order = ['k0', 'k1', 'k2', 'k3'];
  await until('both have all', () => [failing, well].every(({ deliveries }) => deliveries.length >= 4));
  await sleep(4_000);
  for (const { deliveries } of [failing, well]) expect(deliveries.map(({ body }) => body)).toEqual(order);
  const messageId = failing.deliveries[1]?.messageId ?? '';
  const ends = (await readTimeline(broker.ctx, { messageId })).map(({ client, state, events }) => [
    client?.clientId,
    state,
    events.at(-1)?.cause ?? null,
  ]);
  expect(ends.toSorted(byClient)).toEqual(
    [
      [failing.consumer.clientId, 'dropped', 'forwarded'],
      [well.consumer.clientId, 'consumed', null],
    ].toSorted(byClient),
  );
  expect(await broker.deadLetters(group)).toEqual([]);
});

test.concurrent('simple consumers are clients of their own too', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ messageModel: 'broadcasting' });
  const first = await startSimpleConsumer(broker.port, group, topic);
  const second = await startSimpleConsumer(broker.port, group, topic);
  clients.push(first, second);
  const producer = await produce(topic);
  await producer.send({ topic, body: Buffer.from('for both') });
  for (const consumer of [first, second]) {
    const [message] = await consumer.receive(1, 10_000);
    expect(message?.body.toString()).toBe('for both');
    if (message !== undefined) await consumer.ack(message);
  }
  const [message] = await first.receive(1, 10_000).catch(() => []);
  expect(message).toBeUndefined();
});
