// graphile-worker as a side: see pg-boss.mjs. Local queue and batched completion as in its own performance test.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import { during, serve } from './serve.mjs';

const require = createRequire(new URL('../peers/package.json', import.meta.url));
const { Logger, makeWorkerUtils, run } = await import(pathToFileURL(require.resolve('graphile-worker')).href);
const { Pool } = require('pg');

const CONNECTIONS = 16;
const payload = { body: 'x'.repeat(200) };
const pgPool = new Pool({ connectionString: process.argv[2], max: CONNECTIONS });
pgPool.on('error', (error) => process.stderr.write(`${error.stack}\n`));
const logger = new Logger(() => () => undefined);
const utils = await makeWorkerUtils({ pgPool, logger });
await utils.migrate();
const preset = {
  worker: {
    concurrentJobs: 24,
    localQueue: { size: 500 },
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
    pollInterval: 100,
  },
};

const clear = () => pgPool.query('TRUNCATE graphile_worker._private_jobs, graphile_worker._private_job_queues CASCADE');

async function add(count) {
  const specs = Array.from({ length: count }, () => ({ identifier: 'task', payload, maxAttempts: 5 }));
  await utils.addJobs(specs);
}

async function fill(count) {
  await clear();
  for (let left = count; left > 0; left -= 1000) await add(Math.min(1000, left));
  await pgPool.query('ANALYZE graphile_worker._private_jobs');
}

/** Runs the tasks until the results of `count` are stored. The time begins with the first task. */
async function runUntil(count, task) {
  let startedAt;
  let seen = 0;
  const runner = await run({
    pgPool,
    logger,
    noHandleSignals: true,
    preset,
    taskList: {
      task: async (_, helpers) => {
        startedAt ??= performance.now();
        await task(helpers);
      },
    },
  });
  await new Promise((resolve) => {
    const look = () => {
      seen += 1;
      if (seen >= count) resolve();
    };
    runner.events.on('job:complete', look);
  });
  const seconds = (performance.now() - startedAt) / 1000;
  await runner.stop();
  return seconds;
}

await serve(
  {
    send: async ({ seconds, callers }) => {
      await clear();
      return await during(seconds, callers, async () => {
        await utils.addJob('task', payload);
        return 1;
      });
    },
    batches: async ({ seconds, callers, size }) => {
      await clear();
      return await during(seconds, callers, async () => {
        await add(size);
        return size;
      });
    },
    consume: async ({ count }) => {
      await fill(count);
      return { count, seconds: await runUntil(count, async () => undefined) };
    },
    retry: async ({ count }) => {
      await fill(count);
      const failing = await runUntil(count, async () => {
        throw new Error('the first attempt fails');
      });
      // Its own wait before a retry is no work, so it does not count.
      await pgPool.query('UPDATE graphile_worker._private_jobs SET run_at = now()');
      return { count, seconds: failing + (await runUntil(count, async () => undefined)) };
    },
  },
  async () => {
    await utils.release();
    await pgPool.end();
  },
);
