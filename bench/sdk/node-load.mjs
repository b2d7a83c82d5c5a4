// An application of the official Node SDK that is as fast as it can be: see e2e/java/src/main/java/redrive/Load.java.
import { ConsumeResult, Producer, PushConsumer } from 'rocketmq-client-nodejs';

const CONSUME_WITHIN_MS = 120_000;
const [endpoints, topic, group, callers, seconds] = process.argv.slice(2);
const silent = () => undefined;
const base = { endpoints, namespace: '', logger: { info: silent, warn: silent, error: silent, debug: silent } };
const body = Buffer.alloc(200, 'x');

const producer = new Producer({ ...base, topics: [topic] });
await producer.startup();
let sent = 0;
const startedAt = performance.now();
const endsAt = startedAt + Number(seconds) * 1000;
async function send() {
  while (performance.now() < endsAt) {
    await producer.send({ topic, body }).then(
      () => (sent += 1),
      (error) => process.stderr.write(`${error}\n`),
    );
  }
}
await Promise.all(Array.from({ length: Number(callers) }, send));
const sendSeconds = (performance.now() - startedAt) / 1000;

let consumed = 0;
let firstAt;
let finish;
const finished = new Promise((resolve) => (finish = resolve));
const consumer = new PushConsumer({
  ...base,
  consumerGroup: group,
  subscriptions: new Map([[topic, '*']]),
  messageListener: {
    consume: async () => {
      firstAt ??= performance.now();
      consumed += 1;
      if (consumed >= sent) finish(true);
      return ConsumeResult.SUCCESS;
    },
  },
});
await consumer.startup();
const complete = await Promise.race([
  finished,
  new Promise((resolve) => setTimeout(resolve, CONSUME_WITHIN_MS, false)),
]);
const consumeSeconds = (performance.now() - firstAt) / 1000;
process.stdout.write(
  `${JSON.stringify({ sendPerSecond: sent / sendSeconds, consumePerSecond: consumed / consumeSeconds, sent, complete })}\n`,
  () => process.exit(0),
);
