// A topic of chats: clients of one group subscribe to some of them by name, and one chat fails.
import type { Product } from '../fixtures/product';
import { callApi } from '../fixtures/seed';
import { startLiteConsumer, startProducer } from '../protocol/support/sdk';

const CHATS = ['chat-2041', 'chat-2042', 'chat-2043', 'chat-of-the-order-8812-in-the-region-eu-central'];
const MESSAGES = 4;

/** @returns the topic; its clients stay until the process ends */
export async function startLiteTopics(product: Product): Promise<string> {
  const [topic, group] = ['practice-chats', 'practice-agents'];
  await callApi(product, 'POST', '/topics', { name: topic, type: 'LITE', queues: 2 });
  await callApi(product, 'PUT', `/groups/${group}`, { deliveryOrder: 'ordered', maxRetries: 16 });
  const start = () => startLiteConsumer(product.grpcPort, group, topic, ({ body }) => !body.includes(CHATS[1] ?? ''));
  const agents = [await start(), await start()].map(({ consumer }) => consumer);
  for (const [index, chat] of CHATS.slice(1).entries()) await agents[index % agents.length]?.subscribeLite(chat);
  const producer = await startProducer(product.grpcPort, topic);
  for (const liteTopic of CHATS)
    for (let number = 1; number <= MESSAGES; number += 1)
      await producer.send({ topic, liteTopic, body: Buffer.from(JSON.stringify({ chat: liteTopic, number })) });
  await producer.shutdown();
  return topic;
}
