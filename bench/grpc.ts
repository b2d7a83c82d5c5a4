/**
 * Figures over the wire: gateway and broker in this process, the load in another, PostgreSQL in its own.
 * Latencies of "receive + ack" are those of the acks. One run; differences under about 20 % are noise.
 * Writes bench/results/grpc.json.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createBrokerContext, createGroup, createTopic } from '../lib/broker';
import { startGateway } from '../lib/gateway/server';
import { systemActor } from '../lib/model/actor';
import { startEmbeddedPostgres } from '../lib/runtime/postgres/start';
import { createStore } from '../lib/store/client';
import { migrate } from '../lib/store/migrate';
import { startWorkers } from '../lib/workers';
import type { Figure } from './grpc-load';

const SECONDS = process.env['BENCH_SECONDS'] ?? '5';
const actor = systemActor('bench');
const quiet = (): void => undefined;
const log = { debug: quiet, info: quiet, warn: console.warn, error: console.error };

async function run(databaseUrl: string): Promise<Figure[]> {
  const store = createStore({ databaseUrl, brokerPoolMax: 16, consolePoolMax: 4 });
  const ctx = await createBrokerContext({ store, log, metrics: { count: quiet, observe: quiet } });
  await createTopic(ctx, { name: 'bench', messageType: 'NORMAL', queues: 4, actor });
  await createGroup(ctx, { name: 'bench', actor });
  const workers = startWorkers(ctx);
  const gateway = await startGateway({ ctx, host: '127.0.0.1', port: 0 });
  const load = fileURLToPath(new URL('grpc-load.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    load,
    String(gateway.port),
    SECONDS,
    'bench',
    'bench',
  ]);
  await gateway.stop(1000);
  await workers.stop();
  await store.close();
  return JSON.parse(stdout) as Figure[];
}

const directory = mkdtempSync(join(tmpdir(), 'redrive-bench-grpc-'));
const server = await startEmbeddedPostgres({ dataDirectory: directory, throwAway: false });
try {
  await migrate(server.url);
  const figures = await run(server.url);
  for (const { name, perSecond, p50Ms, p99Ms } of figures) {
    process.stdout.write(
      `${name.padEnd(44)} ${String(perSecond).padStart(8)} /s   p50 ${p50Ms} ms   p99 ${p99Ms} ms\n`,
    );
  }
  const results = fileURLToPath(new URL('results', import.meta.url));
  mkdirSync(results, { recursive: true });
  const report = {
    at: new Date().toISOString(),
    node: process.version,
    cores: availableParallelism(),
    bodyBytes: 200,
    seconds: Number(SECONDS),
    figures,
  };
  writeFileSync(join(results, 'grpc.json'), `${JSON.stringify(report, null, 2)}\n`);
} finally {
  await server.release();
  rmSync(directory, { recursive: true, force: true });
}
