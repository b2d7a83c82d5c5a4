/** The client side of bench/throttle.ts, in a process of its own: port, seconds. Prints figures as JSON. */
import { setTimeout as sleep } from 'node:timers/promises';

import { messagesOf, RawClient, rawMessage } from '../e2e/protocol/support/raw-client';
import type { AckMessageResponse, SendMessageResponse } from '../lib/gateway/proto/wire';

export interface AckFigures {
  readonly name: string;
  readonly rejectsPerSecond: number;
  readonly acksPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface StormFigures {
  readonly calm: AckFigures;
  readonly storm: AckFigures;
}

const [port = '', secondsText = '5'] = process.argv.slice(2);
const SECONDS = Number(secondsText);
/** What the SDKs wait after a refused receive. */
const AGAIN_MS = 20;
const CLIENTS = 100;
/** Receives that each client holds at once: it has one per queue. */
const QUEUES = 4;
const OK = 20000;
const THROTTLED = 42900;

const worker = new RawClient(Number(port));
const calm = { group: { name: 'calm' }, topic: { name: 'calm' } };

function receiveRequest(name: string, batchSize: number): object {
  return {
    group: { name },
    messageQueue: { topic: { name } },
    batchSize,
    autoRenew: true,
    longPollingTimeout: { seconds: 5 },
  };
}

/** Ten sends, one receive, ten acks, again and again: a steady application beside whatever else happens. */
async function workSteadily(endsAtMs: number, times: number[]): Promise<void> {
  while (performance.now() < endsAtMs) {
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const { status } = await worker.call<SendMessageResponse>('SendMessage', { messages: [rawMessage('calm')] });
        if (status.code !== OK) throw new Error(`${status.code} ${status.message}`);
      }),
    );
    const messages = messagesOf(await worker.receive(receiveRequest('calm', 10)));
    await Promise.all(
      messages.map(async ({ systemProperties: { messageId = '', receiptHandle = '' } = {} }) => {
        const startedMs = performance.now();
        const request = { ...calm, entries: [{ messageId, receiptHandle }] };
        const { status } = await worker.call<AckMessageResponse>('AckMessage', request);
        if (status.code !== OK) throw new Error(`${status.code} ${status.message}`);
        times.push(performance.now() - startedMs);
      }),
    );
  }
}

/** One client's queue: refused, 20 ms, again. @returns refusals */
async function storm(client: RawClient, endsAtMs: number): Promise<number> {
  let refused = 0;
  while (performance.now() < endsAtMs) {
    const [first] = await client.receive(receiveRequest('refused', 32));
    if (first?.status?.code !== THROTTLED) throw new Error(`not refused: ${JSON.stringify(first)}`);
    refused += 1;
    await sleep(AGAIN_MS);
  }
  return refused;
}

async function measure(name: string, clients: readonly RawClient[]): Promise<AckFigures> {
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAtMs = startedAt + SECONDS * 1000;
  const storms = clients.flatMap((client) => Array.from({ length: QUEUES }, () => storm(client, endsAtMs)));
  await workSteadily(endsAtMs, times);
  const refused = (await Promise.all(storms)).reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - startedAt) / 1000;
  times.sort((left, right) => left - right);
  const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2));
  return {
    name,
    rejectsPerSecond: Math.round(refused / seconds),
    acksPerSecond: Math.round(times.length / seconds),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
  };
}

await worker.call('SendMessage', { messages: [rawMessage('calm')] });
await worker.receive(receiveRequest('calm', 10));
const quiet = await measure('acks, nobody is refused', []);
const clients = Array.from({ length: CLIENTS }, () => new RawClient(Number(port)));
// Connecting is not what is measured.
await Promise.all(clients.map((client) => client.receive(receiveRequest('refused', 32))));
const stormy = await measure(`acks beside a storm of ${CLIENTS} clients`, clients);
for (const client of [worker, ...clients]) client.close();
process.stdout.write(`${JSON.stringify({ calm: quiet, storm: stormy })}\n`);
