/** The client side of bench/grpc.ts, in a process of its own: port, seconds, topic, group. Prints figures as JSON. */
import { RawClient, messagesOf, rawMessage } from '../e2e/protocol/support/raw-client';
import type { AckMessageResponse, SendMessageResponse } from '../lib/gateway/proto/wire';

export interface Figure {
  readonly name: string;
  readonly messages: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const [port = '', secondsText = '5', topic = '', group = ''] = process.argv.slice(2);
const SECONDS = Number(secondsText);
const CONNECTIONS = 4;
const OK = 20000;
const body = Buffer.alloc(200, 'x');
const names = { group: { name: group }, topic: { name: topic } };
const clients = Array.from({ length: CONNECTIONS }, () => new RawClient(Number(port)));

/** Runs `callers` loops, spread over the connections, until the time is over or a step moves nothing. */
async function measure(
  name: string,
  callers: number,
  step: (client: RawClient, times: number[]) => Promise<number>,
): Promise<Figure> {
  const times: number[] = [];
  let messages = 0;
  const startedAt = performance.now();
  const loop = async (_: unknown, index: number): Promise<void> => {
    const client = clients[index % CONNECTIONS];
    while (client !== undefined && performance.now() - startedAt < SECONDS * 1000) {
      const moved = await step(client, times);
      if (moved === 0) return;
      messages += moved;
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((left, right) => left - right);
  const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2));
  return { name, messages, perSecond: Math.round(messages / seconds), p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function timed<Value>(times: number[], call: () => Promise<Value>): Promise<Value> {
  const startedAt = performance.now();
  const value = await call();
  times.push(performance.now() - startedAt);
  return value;
}

async function sendOne(client: RawClient, times: number[]): Promise<number> {
  const request = { messages: [rawMessage(topic, {}, { body })] };
  const { status } = await timed(times, () => client.call<SendMessageResponse>('SendMessage', request));
  if (status.code !== OK) throw new Error(`${status.code} ${status.message}`);
  return 1;
}

/** As the SDKs do it: one receive of 32, then one ack per message, all at once. */
async function receiveAndAck(client: RawClient, times: number[]): Promise<number> {
  const request = {
    group: names.group,
    messageQueue: { topic: names.topic },
    batchSize: 32,
    autoRenew: true,
    longPollingTimeout: { seconds: 5 },
  };
  const messages = messagesOf(await client.receive(request));
  const acks = messages.map(async ({ systemProperties: { messageId = '', receiptHandle = '' } = {} }) => {
    const entries = [{ messageId, receiptHandle }];
    const { status } = await timed(times, () => client.call<AckMessageResponse>('AckMessage', { ...names, entries }));
    if (status.code !== OK) throw new Error(`${status.code} ${status.message}`);
  });
  await Promise.all(acks);
  return messages.length;
}

const figures = [
  await measure('gRPC send, 1 caller', 1, sendOne),
  await measure('gRPC send, 16 callers', 16, sendOne),
  await measure('gRPC send, 64 callers', 64, sendOne),
  await measure('gRPC receive 32 + ack each, 1 caller', 1, receiveAndAck),
  await measure('gRPC receive 32 + ack each, 8 callers', 8, receiveAndAck),
];
for (const client of clients) client.close();
process.stdout.write(`${JSON.stringify(figures)}\n`);
