// One SDK producer in a process of its own: node steady-child.mjs <port> <topic> <count> <every ms>.
// Sends "order 1" ... one after the other; an order whose send fails for good is sent again, as an application would.
// Prints "ready", then one line of JSON when all are stored, and ends.
import { setTimeout as sleep } from 'node:timers/promises';

import { Producer } from 'rocketmq-client-nodejs';

const [port, topic, count, everyMs] = process.argv.slice(2);
const silent = () => undefined;
const producer = new Producer({
  endpoints: `127.0.0.1:${port}`,
  namespace: '',
  logger: { info: silent, warn: silent, error: silent, debug: silent },
  topics: [topic],
});
await producer.startup();
process.stdout.write('ready\n');

const sends = [];
async function store(body) {
  for (;;) {
    const startedMs = performance.now();
    try {
      await producer.send({ topic, body: Buffer.from(body) });
      sends.push({ body, stored: true, tookMs: performance.now() - startedMs, error: '' });
      return;
    } catch (error) {
      sends.push({ body, stored: false, tookMs: performance.now() - startedMs, error: String(error) });
    }
  }
}

const orders = [];
for (let number = 1; number <= Number(count); number += 1) {
  orders.push(store(`order ${number}`));
  await sleep(Number(everyMs));
}
await Promise.all(orders);
process.stdout.write(`${JSON.stringify(sends)}\n`);
await producer.shutdown();
