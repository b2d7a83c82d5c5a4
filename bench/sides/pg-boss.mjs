// pg-boss as a side: what it does in process with the works of serve.mjs. Its argument is the address of the database.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

import { during, serve, until } from './serve.mjs';

const require = createRequire(new URL('../peers/package.json', import.meta.url));
const { PgBoss } = await import(pathToFileURL(require.resolve('pg-boss')).href);

const CONNECTIONS = 16;
/** More than a receive of Redrive brings: its own best. */
const FETCH = 500;
const data = { body: 'x'.repeat(200) };
const jobs = (count) => Array.from({ length: count }, () => ({ data }));
const boss = new PgBoss({ connectionString: process.argv[2], max: CONNECTIONS });
boss.on('error', (error) => process.stderr.write(`${error.stack}\n`));
await boss.start();
let made = 0;

async function freshQueue(options = {}) {
  made += 1;
  const name = `bench-${made}`;
  await boss.createQueue(name, options);
  return name;
}

async function fill(name, count) {
  for (let left = count; left > 0; left -= 1000) await boss.insert(name, jobs(Math.min(1000, left)));
}

await serve(
  {
    send: async ({ seconds, callers }) => {
      const name = await freshQueue();
      const figures = await during(seconds, callers, async () => {
        await boss.send(name, data);
        return 1;
      });
      await boss.deleteAllJobs(name);
      return figures;
    },
    batches: async ({ seconds, callers, size }) => {
      const name = await freshQueue();
      const figures = await during(seconds, callers, async () => {
        await boss.insert(name, jobs(size));
        return size;
      });
      await boss.deleteAllJobs(name);
      return figures;
    },
    consume: async ({ count }) => {
      const name = await freshQueue();
      await fill(name, count);
      return await until(count, 8, async () => {
        const batch = await boss.fetch(name, { batchSize: FETCH });
        if (batch.length === 0) return 0;
        await boss.complete(
          name,
          batch.map(({ id }) => id),
        );
        return batch.length;
      });
    },
    retry: async ({ count }) => {
      const name = await freshQueue({ retryLimit: 2, retryDelay: 0, retryBackoff: false });
      await fill(name, count);
      return await until(count, 8, async () => {
        const batch = await boss.fetch(name, { batchSize: FETCH, includeMetadata: true });
        const first = batch.filter(({ retryCount }) => retryCount === 0).map(({ id }) => id);
        const again = batch.filter(({ retryCount }) => retryCount > 0).map(({ id }) => id);
        if (first.length > 0) await boss.fail(name, first);
        if (again.length > 0) await boss.complete(name, again);
        return again.length;
      });
    },
  },
  () => boss.stop({ graceful: false }),
);
