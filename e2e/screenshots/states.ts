// A message in each state that its page has words for, clients that subscribe differently, and a topic that refuses.
import type { Producer } from 'rocketmq-client-nodejs';

import { Application } from '../fixtures/application';
import type { Product } from '../fixtures/product';
import { callApi, deadLettersReach } from '../fixtures/seed';
import { startProducer, startPushConsumer } from '../protocol/support/sdk';

const [TOPIC, GROUP] = ['shop-orders', 'shop-billing'];
const TAGGED = 12;
const REFUSED = 30;

/** Message ids by state; the clients stay until the process ends. */
export interface States {
  readonly waiting: string;
  readonly leased: string;
  readonly committed: string;
  readonly discarded: string;
  /** A group whose clients filter out what others of it should get. */
  readonly filtered: string;
}

export async function putInEachState(product: Product): Promise<States> {
  await callApi(product, 'POST', '/topics', { name: TOPIC, type: 'NORMAL', queues: 2 });
  await callApi(product, 'PUT', `/groups/${GROUP}`, { maxRetries: 16 });
  const application = await Application.start(product, { topic: TOPIC, group: GROUP });
  const bodyOf = (order: number): string => JSON.stringify({ order: `order-${order}`, amount: '66.50' });
  await application.succeed();
  const committed = await application.send(bodyOf(1860));
  await application.saw('succeeded', bodyOf(1860));
  await application.fail();
  const discarded = await application.send(bodyOf(1861));
  await application.saw('failed', bodyOf(1861));
  const waiting = await application.send(bodyOf(1862));
  await application.saw('failed', bodyOf(1862), 2);
  await callApi(product, 'POST', '/retries/bury', { group: GROUP, messageIds: [discarded], reason: 'a test order' });
  await deadLettersReach(product, GROUP, 1);
  await callApi(product, 'POST', '/dead-letters/discard', {
    ...{ group: GROUP, messageIds: [discarded], reason: 'a test order of the load test' },
  });
  await application.failAndHold();
  const leased = await application.send(bodyOf(1863));
  await application.saw('delivered', bodyOf(1863));
  return { waiting, leased, committed, discarded, filtered: await subscribeDifferently(product) };
}

/** @returns the group */
async function subscribeDifferently(product: Product): Promise<string> {
  const [topic, group] = ['shop-events', 'shop-notify'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'NORMAL', queues: 2 });
  await callApi(product, 'PUT', `/groups/${group}`, { maxRetries: 16 });
  const consume = () => true;
  await startPushConsumer(product.grpcPort, group, topic, consume, { filter: 'red' });
  await startPushConsumer(product.grpcPort, group, topic, consume, { filter: 'blue' });
  const producer = await startProducer(product.grpcPort, topic);
  for (let number = 1; number <= TAGGED; number += 1)
    await producer.send({ topic, tag: number % 3 === 0 ? 'blue' : 'red', body: Buffer.from(`${number}`) });
  const limit = { kind: 'send-rate', scope: 'topic', subject: topic, hard: 1, reason: 'The importer floods it' };
  await callApi(product, 'PUT', '/limits', limit);
  await flood(producer, topic);
  return group;
}

/** The SDK repeats what is refused, and gives up after a while. */
async function flood(producer: Producer, topic: string): Promise<void> {
  const body = Buffer.from('import');
  await Promise.allSettled(Array.from({ length: REFUSED }, () => producer.send({ topic, tag: 'red', body })));
  await producer.shutdown();
}
