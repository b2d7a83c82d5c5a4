import { afterAll, beforeAll, expect, test } from 'vitest';

import { pauseGroup, resumeGroup } from '../../lib/broker';
import { type ProtocolBroker, startBroker, TESTER } from './support/broker';
import { messagesOf, RawClient } from './support/raw-client';
import { startProducer, startPushConsumer } from './support/sdk';
import { until } from './support/wait';

let broker: ProtocolBroker;
beforeAll(async () => {
  broker = await startBroker();
});
afterAll(() => broker.close());

test('a real push consumer gets nothing while its group is paused, and everything after', async () => {
  const topic = await broker.topic();
  const group = await broker.group({ retryPolicy: { type: 'customized', intervalsMs: [3_000] } });
  const producer = await startProducer(broker.port, topic);
  const failing = new Set(['fails once']);
  const { deliveries, consumer } = await startPushConsumer(broker.port, group, topic, ({ body, attempt }) => {
    return !(failing.has(body) && attempt === 1);
  });
  const send = (body: string): Promise<unknown> => producer.send({ topic, body: Buffer.from(body), tag: 'TagA' });
  await send('before');
  await until('it consumes', () => deliveries.length === 1);
  await send('fails once');
  await until('its first delivery', () => deliveries.length === 2);
  await pauseGroup(broker.ctx, { name: group, actor: TESTER, reason: 'test' });
  const seen = deliveries.length;
  for (let n = 0; n < 5; n += 1) await send(`during ${n}`);

  // A held receive is answered empty at its time, as with an empty queue.
  const raw = new RawClient(broker.port);
  const { stream } = await raw.introduce({
    clientType: 3,
    subscription: { group: { name: group }, subscriptions: [] },
  });
  const askedMs = performance.now();
  const answer = await raw.receive({
    group: { name: group },
    messageQueue: { topic: { name: topic } },
    invisibleDuration: { seconds: 10 },
    longPollingTimeout: { seconds: 2 },
  });
  expect(messagesOf(answer)).toEqual([]);
  expect(performance.now() - askedMs).toBeGreaterThan(1_500);
  expect(deliveries.slice(seen)).toEqual([]);

  await resumeGroup(broker.ctx, { name: group, actor: TESTER, reason: '' });
  await until('everything after', () => deliveries.length === seen + 6);
  expect(deliveries.filter(({ body }) => body === 'fails once').map(({ attempt }) => attempt)).toEqual([1, 2]);
  stream.end();
  raw.close();
  await Promise.all([producer.shutdown(), consumer.shutdown()]);
});
