// @module-tag landing
import fc from 'fast-check';
import { afterAll, beforeAll, expect } from 'vitest';

import { createTestBroker, type TestBroker } from '../testing/broker';
import { inFull } from '../testing/full';
import { INVARIANTS } from '../testing/invariants';
import { CONSUMPTION_TIMEOUT_MS } from '../testing/open-deliveries';
import { command, lossyCommand } from '../testing/random-commands';
import { MAX_RETRIES, RandomRun } from '../testing/random-run';
import { createGroup } from './group/create';
import { setDeadLetterRetention } from './retention/dead-letter-retention';
import { createTopic } from './topic/create';
import { eachShortFirst } from '../testing/each-short-first';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  const actor = { kind: 'system', name: 'test' } as const;
  await setDeadLetterRetention(broker.ctx, { keepHours: 1, version: 0, mayRemove: 0, actor });
});
afterAll(() => broker.close());

const RUNS = inFull(12, 60);
let runs = 0;

eachShortFirst([
  ['concurrent', false, command],
  ['ordered', true, command],
  ['ordered, replies lost', true, lossyCommand],
])(
  '%s: random runs lose nothing, double nothing, and end',
  async ([, ordered, step]) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 120, size: 'max' }), async (commands) => {
        runs += 1;
        const names = { topic: `run-${runs}`, group: `run-${runs}` };
        const actor = { kind: 'system', name: 'test' } as const;
        await createGroup(broker.ctx, {
          name: names.group,
          deliveryOrder: ordered ? 'ordered' : 'concurrent',
          maxRetries: MAX_RETRIES,
          consumptionTimeoutMs: CONSUMPTION_TIMEOUT_MS,
          retryPolicy: { type: 'fixed', intervalMs: 3000 },
          actor,
        });
        await createTopic(broker.ctx, {
          name: names.topic,
          messageType: ordered ? 'FIFO' : 'NORMAL',
          queues: 2,
          actor,
        });
        const run = new RandomRun(broker, names, ordered);
        for (const each of commands) await run.apply(each);
        await run.settle();
      }),
      // What is found is said, also when looking for a shorter one takes too long.
      { numRuns: RUNS, endOnFailure: false, interruptAfterTimeLimit: RUNS * 8000 },
    );
    for (const [name, sql] of INVARIANTS) {
      const { rows } = await broker.database.store.console.query(sql);
      expect({ name, rows }).toEqual({ name, rows: [] });
    }
    const { rows } = await broker.database.store.console.query('SELECT FROM expired_letter LIMIT 1');
    expect(rows).toHaveLength(1);
  },
  RUNS * 10_000,
);
