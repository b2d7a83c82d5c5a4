import { tmpdir } from 'node:os';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createBrokerContext } from '../broker/create-context';
import { createTestBroker, type TestBroker } from '../testing/broker';
import { startWorkers } from '.';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
});
afterAll(() => broker.close());

test('the room on the disk is read on while a statement of the limits hangs', async () => {
  const { store, log, metrics } = broker.ctx;
  const ctx = await createBrokerContext({ store, log, metrics, dataDirectory: tmpdir() });
  const blocker = await store.console.connect();
  const workers = startWorkers(ctx);
  try {
    await blocker.query('BEGIN; LOCK TABLE throttle_limit IN ACCESS EXCLUSIVE MODE');
    for (let pass = 0; pass < 2; pass += 1) {
      ctx.throttle.setDiskFree(1);
      await expect.poll(() => ctx.throttle.diskFree()).toBeGreaterThan(1);
    }
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
    await workers.stop();
  }
});
