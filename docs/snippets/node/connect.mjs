// Every way to send to and to consume from Redrive with the official client: npm install rocketmq-client-nodejs
import { ConsumeResult, Producer, PushConsumer, SimpleConsumer } from 'rocketmq-client-nodejs';

/** Plaintext. `sslEnabled: true` verifies the server's certificate with the system's roots. */
const client = (endpoints) => ({ endpoints, namespace: '' });

export async function connectProducer(endpoints, topic) {
  const producer = new Producer({ ...client(endpoints), topics: [topic] });
  await producer.startup();
  return producer;
}

export async function send(producer, topic) {
  const { messageId } = await producer.send({
    topic,
    tag: 'created',
    keys: ['ord-1'],
    properties: new Map([['shop', 'berlin']]),
    body: Buffer.from(JSON.stringify({ order: 1 })),
  });
  return messageId;
}

/** A topic of type FIFO: messages of one message group keep their order for ordered consumer groups. */
export async function sendOrdered(producer, topic, messageGroup, body) {
  return (await producer.send({ topic, messageGroup, body: Buffer.from(body) })).messageId;
}

/** A topic of type DELAY: delivered at the time named, at most 24 hours ahead. */
export async function sendDelayed(producer, topic, delayMs) {
  const deliveryTimestamp = new Date(Date.now() + delayMs);
  return (await producer.send({ topic, deliveryTimestamp, body: Buffer.from('later') })).messageId;
}

/** The outcome the checker answers with; the client does not export its names. */
const COMMIT = 1;

/** A topic of type TRANSACTION. The checker is asked about transactions whose outcome did not arrive. */
export async function connectTransactionalProducer(endpoints, topic) {
  const producer = new Producer({ ...client(endpoints), topics: [topic], checker: { check: async () => COMMIT } });
  await producer.startup();
  return producer;
}

/** Consumers see the message when the transaction is committed; `work` decides. */
export async function sendInTransaction(producer, topic, work) {
  const transaction = producer.beginTransaction();
  const { messageId } = await producer.send({ topic, body: Buffer.from('paid') }, transaction);
  try {
    await work();
    await transaction.commit();
  } catch (error) {
    await transaction.rollback();
    throw error;
  }
  return messageId;
}

/** `handle` throws: the delivery failed, and the message comes again after the group's interval. */
export async function connectPushConsumer(endpoints, consumerGroup, topic, handle) {
  const consumer = new PushConsumer({
    ...client(endpoints),
    consumerGroup,
    subscriptions: new Map([[topic, '*']]),
    messageListener: {
      async consume(message) {
        await handle(message);
        return ConsumeResult.SUCCESS;
      },
    },
  });
  await consumer.startup();
  return consumer;
}

/** What is not acknowledged within the invisible duration comes again. */
export async function receiveOnce(endpoints, consumerGroup, topic, handle) {
  const consumer = new SimpleConsumer({
    ...client(endpoints),
    consumerGroup,
    subscriptions: new Map([[topic, 'created || paid']]),
    awaitDuration: 5_000,
  });
  await consumer.startup();
  const messages = await consumer.receive(16, 30_000);
  for (const message of messages) {
    await handle(message);
    await consumer.ack(message);
  }
  await consumer.shutdown();
}

/** Dead letters of a group are a topic like any other. */
export function connectDeadLetterConsumer(endpoints, consumerGroup, group, handle) {
  return connectPushConsumer(endpoints, consumerGroup, `%DLQ%${group}`, handle);
}
