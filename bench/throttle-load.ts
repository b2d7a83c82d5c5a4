/**
 * The client sides of bench/throttle.ts, each in a process of its own: port, seconds, "work" or "storm".
 * Prints "ready", starts on a line of input, and prints its figures as JSON.
 */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

import { messagesOf, RawClient, rawMessage } from '../e2e/protocol/support/raw-client';
import type { AckMessageResponse, SendMessageResponse } from '../lib/gateway/proto/wire';

export interface WorkFigures {
  readonly acksPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface StormFigures {
  readonly rejectsPerSecond: number;
}

const [port = '', secondsText = '5', role = 'work'] = process.argv.slice(2);
const SECONDS = Number(secondsText);
/** What the SDKs wait after a refused receive. */
const AGAIN_MS = 20;
const CLIENTS = 100;
/** Receives that each client holds at once: it has one per queue. */
const QUEUES = 4;
const OK = 20000;
const THROTTLED = 42900;

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
async function workSteadily(worker: RawClient, endsAtMs: number, times: number[]): Promise<void> {
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

async function startSignal(): Promise<number> {
  process.stdout.write('ready\n');
  await once(process.stdin, 'data');
  process.stdin.destroy();
  return performance.now() + SECONDS * 1000;
}

async function work(): Promise<WorkFigures> {
  const worker = new RawClient(Number(port));
  await worker.call('SendMessage', { messages: [rawMessage('calm')] });
  await worker.receive(receiveRequest('calm', 10));
  const times: number[] = [];
  await workSteadily(worker, await startSignal(), times);
  worker.close();
  times.sort((left, right) => left - right);
  const at = (share: number): number => Number((times[Math.floor(times.length * share)] ?? 0).toFixed(2));
  return { acksPerSecond: Math.round(times.length / SECONDS), p50Ms: at(0.5), p99Ms: at(0.99) };
}

async function rage(): Promise<StormFigures> {
  const clients = Array.from({ length: CLIENTS }, () => new RawClient(Number(port)));
  // Connecting is not what is measured.
  await Promise.all(clients.map((client) => client.receive(receiveRequest('refused', 32))));
  const endsAtMs = await startSignal();
  const loops = clients.flatMap((client) => Array.from({ length: QUEUES }, () => storm(client, endsAtMs)));
  const refused = (await Promise.all(loops)).reduce((sum, count) => sum + count, 0);
  for (const client of clients) client.close();
  return { rejectsPerSecond: Math.round(refused / SECONDS) };
}

process.stdout.write(`${JSON.stringify(await (role === 'storm' ? rage() : work()))}\n`);
