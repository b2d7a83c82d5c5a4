import { afterAll, beforeAll, expect, test } from 'vitest';

import { startBilling } from '../../testing/cluster/open-fake';
import { browse } from './browse';

let stage: Awaited<ReturnType<typeof startBilling>>;
beforeAll(async () => {
  stage = await startBilling();
  const { fake } = stage;
  for (const [broker, count] of [
    ['broker-a', 300],
    ['broker-b', 5],
    ['broker-c', 40],
  ] as const)
    for (let index = 0; index < count; index += 1)
      fake.broker(broker).store('orders', `${broker} ${index}`, {
        ...{ queueId: index % 2, storeTimestamp: 1_795_320_000_000 + index },
      });
});
afterAll(() => stage.close());

test('a page of one busy queue costs no more calls than a page of all', async () => {
  const pulls = (): readonly number[] => [...stage.fake.brokers.values()].map(({ peer }) => peer.count(11));
  const before = pulls();
  const { messages } = await browse(stage.cluster, { topic: 'orders', most: 50 });
  expect(messages.map(({ message }) => message.storeTimestamp - 1_795_320_000_000)).toEqual(
    Array.from({ length: 50 }, (_, index) => 299 - index),
  );
  // The queues of the others have nothing as new, and are not pulled.
  expect(pulls().map((count, index) => count - (before[index] ?? 0))).toEqual([4, 0, 0]);
});

test('a condition looks at 2,000 messages at most, and says where to go on', async () => {
  const { fake, cluster } = stage;
  fake.broker('broker-a').addTopic('long');
  for (let index = 0; index < 2_100; index += 1)
    fake.broker('broker-a').store('long', '', { storeTimestamp: 1_795_320_000_000 + index });
  const asked = { topic: 'long', most: 50, matches: () => false };
  const first = await browse(cluster, asked);
  expect(first).toMatchObject({ messages: [], checked: 2_000, left: 100, next: { offset: 100 } });
  expect(await browse(cluster, { ...asked, after: first.next ?? undefined })).toMatchObject({
    checked: 100,
    next: null,
  });
});

test('a broker removes messages while it is read: what is left is read', async () => {
  const { fake, cluster } = stage;
  fake.broker('broker-b').addTopic('short');
  for (let index = 0; index < 10; index += 1) fake.broker('broker-b').store('short', `${index}`);
  fake.broker('broker-b').expireOldest('short', 6);
  const { messages, next } = await browse(cluster, { topic: 'short', most: 50, offset: 8 });
  expect(messages.map(({ message }) => message.queueOffset)).toEqual([8, 7, 6]);
  expect(next).toBeNull();
});

test('a broker that says how much it has and refuses to be read is named, and the others are read', async () => {
  const { fake, cluster } = stage;
  fake.broker('broker-a').permissions.set('orders', 2);
  const { messages, silent, answered } = await browse(cluster, { topic: 'orders', most: 500 });
  fake.broker('broker-a').permissions.delete('orders');
  expect(silent.map(({ broker }) => broker)).toEqual(['broker-a']);
  expect(answered).toEqual(['broker-b', 'broker-c']);
  expect(messages).toHaveLength(45);
});

test('a broker that goes away is named, and the others are read', async () => {
  const { fake, cluster } = stage;
  await fake.broker('broker-c').peer.stop();
  const { messages, silent, answered } = await browse(cluster, { topic: 'orders', most: 500 });
  expect(silent.map(({ broker }) => broker)).toEqual(['broker-c']);
  expect(answered).toEqual(['broker-a', 'broker-b']);
  expect(messages).toHaveLength(305);
  // One that was not asked is not missing.
  expect(await browse(cluster, { topic: 'orders', broker: 'broker-b', most: 500 })).toMatchObject({ silent: [] });
});
