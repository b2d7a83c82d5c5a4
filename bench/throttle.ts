/**
 * What refusing costs. In this process: refusals per second on one core and the statements they send to the database.
 * Over the wire: how long acks take beside a storm of refused receives, each client coming again after 20 ms as the
 * SDKs do. One run; differences under about 20 % are noise. Writes bench/results/throttle.json.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  type BrokerContext,
  createBrokerContext,
  createGroup,
  createTopic,
  receive,
  send,
  setLimit,
} from '../lib/broker';
import { startGateway } from '../lib/gateway/server';
import { systemActor } from '../lib/model/actor';
import { isBrokerError } from '../lib/model/errors';
import type { MetricLabels, MetricName } from '../lib/model/metrics';
import type { OutgoingMessage } from '../lib/model/message';
import { startEmbeddedPostgres } from '../lib/runtime/postgres/start';
import { createStore, type Store } from '../lib/store/client';
import { migrate } from '../lib/store/migrate';
import { startWorkers } from '../lib/workers';
import type { StormFigures, WorkFigures } from './throttle-load';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? '5');
const actor = systemActor('bench');
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: console.warn, error: console.error };

interface Refusing {
  readonly name: string;
  readonly perSecond: number;
  readonly statements: number;
}

const message: OutgoingMessage = {
  messageId: 'bench',
  messageType: 'NORMAL',
  tag: null,
  messageGroup: null,
  deliverAt: null,
  keys: [],
  properties: {},
  bodyEncoding: 'IDENTITY',
  bornAt: new Date(),
  bornHost: 'bench',
  traceContext: null,
  body: Buffer.alloc(200, 'x'),
};

/** Counts every statement of both pools. */
function countStatements(store: Store): () => number {
  let statements = 0;
  for (const pool of [store.broker, store.console]) {
    const { query, connect } = pool;
    const counting =
      (call: typeof query | typeof connect) =>
      (...given: unknown[]): unknown => {
        statements += 1;
        return Reflect.apply(call, pool, given);
      };
    Object.assign(pool, { query: counting(query), connect: counting(connect) });
  }
  return () => statements;
}

async function refuse(name: string, statements: () => number, call: () => Promise<unknown>): Promise<Refusing> {
  const before = statements();
  const startedAt = performance.now();
  let refused = 0;
  while (performance.now() - startedAt < SECONDS * 1000) {
    for (let count = 0; count < 500; count += 1) {
      try {
        await call();
        throw new Error(`${name}: not refused`);
      } catch (error) {
        if (!isBrokerError(error) || error.code !== 'too-many-requests') throw error;
        refused += 1;
      }
    }
    await new Promise(setImmediate);
  }
  const perSecond = Math.round((refused * 1000) / (performance.now() - startedAt));
  const figure = { name, perSecond, statements: statements() - before };
  process.stdout.write(`${name.padEnd(44)} ${String(perSecond).padStart(8)} /s   ${figure.statements} statements\n`);
  return figure;
}

/** Quotas that are used up for as long as the bench runs. */
async function useUp(ctx: BrokerContext): Promise<{ sendOnce(): Promise<unknown>; receiveOnce(): Promise<unknown> }> {
  await createTopic(ctx, { name: 'refused', messageType: 'NORMAL', queues: 4, actor });
  await createGroup(ctx, { name: 'refused', actor });
  const tiny = { hard: 1e-6, burstMs: 0, version: 0, reason: 'bench', actor, subject: 'refused' } as const;
  await setLimit(ctx, { ...tiny, kind: 'send-rate', scope: 'topic' });
  await setLimit(ctx, { ...tiny, kind: 'receive-rate', scope: 'group' });
  const sendOnce = (): Promise<unknown> => send(ctx, { topic: 'refused', messages: [message], clientId: 'bench' });
  const receiveOnce = (): Promise<unknown> =>
    receive(ctx, {
      topic: 'refused',
      group: 'refused',
      batchSize: 32,
      invisibleMs: 60_000,
      autoRenew: true,
      clientId: 'bench',
      attemptId: null,
      filter: { type: 'TAG', expression: '*' },
      waitMs: 0,
    });
  await sendOnce();
  await receiveOnce();
  return { sendOnce, receiveOnce };
}

interface Here {
  /** From the arrival of an ack to its answer, as the gateway counts it: without the load's own process. */
  readonly p99HereMs: number;
}

let acks: number[] = [];

function observe(name: MetricName, labels: MetricLabels, value: number): void {
  if (name === 'redrive_rpc_duration_seconds' && labels['method'] === 'AckMessage') acks.push(value * 1000);
}

function p99(times: number[]): number {
  const sorted = times.toSorted((left, right) => left - right);
  return Number((sorted[Math.floor(sorted.length * 0.99)] ?? 0).toFixed(2));
}

interface Figures {
  readonly refusing: readonly Refusing[];
  readonly calm: WorkFigures & Here;
  readonly storm: WorkFigures & StormFigures & Here;
}

/** One side of the load, connected and waiting for its start. */
async function startLoad(port: number, role: 'work' | 'storm'): Promise<{ run<Result>(): Promise<Result> }> {
  const script = fileURLToPath(new URL('throttle-load.ts', import.meta.url));
  const given = ['--import', 'tsx', script, String(port), String(SECONDS), role];
  const child = spawn(process.execPath, given, { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.startsWith('ready')) resolve();
    });
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await ready;
  return {
    run: async <Result>() => {
      child.stdin.write('start\n');
      await ended;
      return JSON.parse(output.replace('ready', '')) as Result;
    },
  };
}

async function run(databaseUrl: string): Promise<Figures> {
  const store = createStore({ databaseUrl, brokerPoolMax: 16, consolePoolMax: 4 });
  const ctx = await createBrokerContext({ store, log, metrics: { count: quiet, observe } });
  const { sendOnce, receiveOnce } = await useUp(ctx);
  const statements = countStatements(store);
  const refusing = [
    await refuse('refused sends, one core', statements, sendOnce),
    await refuse('refused receives, one core', statements, receiveOnce),
  ];
  await createTopic(ctx, { name: 'calm', messageType: 'NORMAL', queues: 4, actor });
  await createGroup(ctx, { name: 'calm', actor });
  const workers = startWorkers(ctx);
  const gateway = await startGateway({ ctx, host: '127.0.0.1', port: 0 });
  acks = [];
  const calm = await (await startLoad(gateway.port, 'work')).run<WorkFigures>();
  const calmHereMs = p99(acks);
  acks = [];
  const [worker, raging] = await Promise.all([startLoad(gateway.port, 'work'), startLoad(gateway.port, 'storm')]);
  const [worked, rejects] = await Promise.all([worker.run<WorkFigures>(), raging.run<StormFigures>()]);
  const stormHereMs = p99(acks);
  await gateway.stop(1000);
  await workers.stop();
  await store.close();
  return {
    refusing,
    calm: { ...calm, p99HereMs: calmHereMs },
    storm: { ...worked, ...rejects, p99HereMs: stormHereMs },
  };
}

const directory = mkdtempSync(join(tmpdir(), 'redrive-bench-throttle-'));
const server = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: false });
try {
  await migrate(server.url);
  const figures = await run(server.url);
  for (const [name, { acksPerSecond, p50Ms, p99Ms, p99HereMs }] of [
    ['acks, no refusals', figures.calm],
    [`acks beside ${figures.storm.rejectsPerSecond} refusals/s`, figures.storm],
  ] as const) {
    process.stdout.write(
      `${name.padEnd(44)} ${String(acksPerSecond).padStart(8)} /s   p50 ${p50Ms} ms   p99 ${p99Ms} ms   in the broker p99 ${p99HereMs} ms\n`,
    );
  }
  const results = fileURLToPath(new URL('results', import.meta.url));
  mkdirSync(results, { recursive: true });
  const about = {
    at: new Date().toISOString(),
    node: process.version,
    cores: availableParallelism(),
    seconds: SECONDS,
  };
  writeFileSync(join(results, 'throttle.json'), `${JSON.stringify({ ...about, ...figures }, null, 2)}\n`);
} finally {
  await server.release();
  rmSync(directory, { recursive: true, force: true });
}
