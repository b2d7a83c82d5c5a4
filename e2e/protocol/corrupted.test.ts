import type { Producer } from 'rocketmq-client-nodejs';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { findFreePort } from '../../lib/runtime/postgres/free-port';
import { type BendingProxy, startBendingProxy } from './support/bending-proxy';
import { type ProtocolBroker, startBroker } from './support/broker';
import { type Listening, startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

let broker: ProtocolBroker;
let proxy: BendingProxy;
let producer: Producer;
let listening: Listening;
beforeAll(async () => {
  const port = await findFreePort('127.0.0.1');
  // The SDK connects to what the gateway advertises: that must be the proxy.
  broker = await startBroker({ advertised: { host: '127.0.0.1', port } });
  proxy = await startBendingProxy(
    broker.port,
    port,
    (message) => Buffer.from(message.body ?? []).toString() === 'bent',
  );
});
afterAll(async () => {
  await Promise.all([producer.shutdown(), listening.consumer.shutdown()]);
  await broker.close();
  await proxy.close();
  expect(broker.errors).toEqual([]);
});

test('[case 48] a body that does not fit its digest: the SDK forwards it at once, and the next ones follow', async () => {
  const topic = await broker.topic('FIFO');
  const group = await broker.group({ deliveryOrder: 'ordered' });
  producer = await startProducer(proxy.port, topic);
  const ids: string[] = [];
  for (const body of ['whole', 'bent', 'after']) {
    ids.push((await producer.send({ topic, messageGroup: 'm', body: Buffer.from(body) })).messageId);
  }
  listening = await startPushConsumer(proxy.port, group, topic, () => true);
  await until('the message after it', () => listening.deliveries.length === 2);
  expect(listening.deliveries.map(({ body, attempt }) => `${body} ${attempt}`)).toEqual(['whole 1', 'after 1']);
  await until('the dead letter', async () => (await broker.deadLetters(group)).length > 0);
  expect(await broker.deadLetters(group)).toEqual([{ messageId: ids[1], attempts: 1, cause: 'forwarded' }]);
});
