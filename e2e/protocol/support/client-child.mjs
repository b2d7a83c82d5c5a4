// Clients of the official SDK in a process of their own, moved by a line of JSON at a time: {"id", "command", ...}.
// Each line of output is an event {"event", "client", ...} or an answer {"answer": id, "value" or "error"}. Ends with
// its input. Times are milliseconds of this process's clock; the SDK's own log shows what a refused send did.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createInterface } from 'node:readline';

import { ConsumeResult, Producer, PushConsumer } from 'rocketmq-client-nodejs';

/** The lines of the SDK's log that tell of a refusal, by the words they begin with. */
const THROTTLED_SEND = 'Failed to send message due to too many requests';
const FAILED_RECEIVE = 'Failed to receive message,';

const clients = new Map();
/** The refusals of the send that a line of the log belongs to. */
const sending = new AsyncLocalStorage();
const silent = () => undefined;
const print = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

function optionsOf({ client, port, accessKey, accessSecret }) {
  const warn = (text, ...values) => {
    if (!String(text).startsWith(THROTTLED_SEND)) return;
    const [waitMs] = values;
    sending.getStore()?.push({ atMs: performance.now(), waitMs: Math.round(waitMs), error: String(values.at(-1)) });
  };
  const error = (text, ...values) => {
    if (String(text).startsWith(FAILED_RECEIVE))
      print({ event: 'refused', client, atMs: performance.now(), error: String(values.at(-1)) });
  };
  return {
    endpoints: `127.0.0.1:${port}`,
    namespace: '',
    logger: { info: silent, warn, error, debug: silent },
    // By itself an SDK waits 3 s for an answer, which a busy machine may not keep.
    requestTimeout: 20_000,
    ...(accessKey && { sessionCredentials: { accessKey, accessSecret } }),
  };
}

async function send(command) {
  const producer = clients.get(command.client);
  const message = { topic: command.topic, body: Buffer.from(command.body) };
  const refusals = [];
  const startedMs = performance.now();
  const outcome = await sending.run(refusals, () =>
    (command.transaction ? producer.send(message, producer.beginTransaction()) : producer.send(message)).then(
      ({ messageId }) => ({ messageId, error: null }),
      (error) => ({ messageId: null, error: String(error) }),
    ),
  );
  return { ...outcome, refusals, startedMs, endedMs: performance.now() };
}

const commands = {
  producer: async (command) => {
    const checker = command.transactions ? { checker: { check: async () => 0 } } : {};
    const producer = new Producer({ ...optionsOf(command), topics: [command.topic], ...checker });
    clients.set(command.client, producer);
    await producer.startup();
  },
  push: async (command) => {
    const { client, group, topic } = command;
    const consume = (view) => {
      const body = view.body.toString();
      print({ event: 'delivered', client, messageId: view.messageId, body, attempt: view.deliveryAttempt });
      return ConsumeResult.SUCCESS;
    };
    const consumer = new PushConsumer({
      ...optionsOf(command),
      consumerGroup: group,
      subscriptions: new Map([[topic, '*']]),
      messageListener: { consume },
    });
    clients.set(client, consumer);
    await consumer.startup();
  },
  send,
  leave: async ({ client }) => {
    await clients.get(client).shutdown();
    clients.delete(client);
  },
};

createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, command, ...options } = JSON.parse(line);
    commands[command](options).then(
      (value) => print({ answer: id, value: value ?? null }),
      (error) => print({ answer: id, error: String(error?.stack ?? error) }),
    );
  })
  .on('close', () => {
    const ends = [...clients.values()].map((client) => client.shutdown());
    // A push consumer of SDK 1.0.8 keeps a timer for ever.
    void Promise.all(ends).then(() => process.exit(0));
  });
process.stdout.write('ready\n');
