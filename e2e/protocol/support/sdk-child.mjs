// One SDK client in a process of its own: node sdk-child.mjs <producer|simple|push> <port> <topic> <group>.
// With SDK_CHILD_TLS=true it speaks TLS and trusts only what GRPC_DEFAULT_SSL_ROOTS_FILE_PATH names.
// Prints "ready" when it has done its work once, and shuts down on a line of input.
import { setTimeout as sleep } from 'node:timers/promises';

import { ConsumeResult, Producer, PushConsumer, SimpleConsumer } from 'rocketmq-client-nodejs';

const [kind, port, topic, group] = process.argv.slice(2);
const silent = () => undefined;
const base = {
  endpoints: `127.0.0.1:${port}`,
  namespace: '',
  sslEnabled: process.env.SDK_CHILD_TLS === 'true',
  logger: { info: silent, warn: silent, error: silent, debug: silent },
  // By itself an SDK waits 3 s for an answer, which a busy machine may not keep.
  requestTimeout: 20_000,
};
const subscriptions = new Map([[topic, '*']]);

async function start() {
  if (kind === 'producer') {
    const producer = new Producer({ ...base, topics: [topic] });
    await producer.startup();
    await producer.send({ topic, body: Buffer.from('from a child') });
    return producer;
  }
  if (kind === 'simple') {
    const consumer = new SimpleConsumer({ ...base, consumerGroup: group, subscriptions, awaitDuration: 5000 });
    await consumer.startup();
    const [message] = await consumer.receive(1, 10_000);
    await consumer.ack(message);
    return consumer;
  }
  let consumed;
  const first = new Promise((resolve) => {
    consumed = resolve;
  });
  const messageListener = {
    consume: () => {
      consumed();
      return ConsumeResult.SUCCESS;
    },
  };
  const consumer = new PushConsumer({ ...base, consumerGroup: group, subscriptions, messageListener });
  await consumer.startup();
  await first;
  return consumer;
}

const client = await start();
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
await client.shutdown();
process.stdin.destroy();
if (kind === 'push') {
  // The SDK's consume service keeps a log timer running for ever (1.0.8), so a push consumer's process never ends by
  // itself. Late errors of its streams would come within this time and end it with another code.
  await sleep(500);
  process.exit(0);
}
