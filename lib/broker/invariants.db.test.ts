import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestBroker, type TestBroker } from '../testing/broker';
import { inFull } from '../testing/full';
import { CONSUMPTION_TIMEOUT_MS } from '../testing/open-deliveries';
import { command, lossyCommand } from '../testing/random-commands';
import { MAX_RETRIES, RandomRun } from '../testing/random-run';
import { createGroup } from './group/create';
import { setDeadLetterRetention } from './retention/dead-letter-retention';
import { createTopic } from './topic/create';

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  const actor = { kind: 'system', name: 'test' } as const;
  await setDeadLetterRetention(broker.ctx, { keepHours: 1, version: 0, mayRemove: 0, actor });
});
afterAll(() => broker.close());

const RUNS = inFull(12, 60);
let runs = 0;

/** Each must find nothing. */
const INVARIANTS: readonly (readonly [string, string])[] = [
  ['a message is in one place', 'SELECT 1 FROM retry r JOIN dead_letter d USING (group_id, queue_id, off)'],
  [
    'one commit per message and generation',
    `SELECT 1 FROM delivery_event WHERE state = 'Commit' GROUP BY group_id, queue_id, off, generation HAVING count(*) > 1`,
  ],
  [
    'attempts only rise, except that a lost delivery does not count; times never fall',
    `SELECT x.* FROM (SELECT e.*, lag(attempt - (cause = 'reply-lost')::int) OVER w AS before, lag(at) OVER w AS earlier FROM delivery_event e
       WINDOW w AS (PARTITION BY group_id, queue_id, off, generation ORDER BY event_id)) x WHERE x.before > x.attempt OR x.earlier > x.at`,
  ],
  [
    'only legal transitions',
    `SELECT 1 FROM (SELECT e.*, lag(state) OVER (PARTITION BY group_id, queue_id, off ORDER BY event_id) AS before FROM delivery_event e) x
      WHERE (x.before IS NULL AND x.state <> 'Inflight') OR x.before = 'Commit' OR (x.before = 'DLQ' AND x.state NOT IN ('Ready', 'Expired', 'Discarded')) OR x.before = 'Expired'
         OR (x.before IN ('WaitingRetry', 'Ready') AND x.state NOT IN ('Inflight', 'DLQ', 'Held') AND x.cause NOT IN ('filtered', 'retried-now'))
         OR (x.before = 'Held' AND x.state NOT IN ('WaitingRetry', 'Ready', 'DLQ'))`,
  ],
  [
    'of a held key everything that waits is held, and of any other key nothing is',
    `SELECT 1 FROM retry r JOIN fifo_group f USING (group_id, queue_id, mgroup)
      WHERE NOT r.leased AND (f.hold_job IS NOT NULL) <> (r.held_due_at IS NOT NULL)`,
  ],
  [
    'what expired is in no place',
    `SELECT 1 FROM expired_letter x JOIN delivery_event e ON e.group_id = x.group_id AND e.queue_id = x.queue_id AND e.state = 'Expired' AND e.at = x.expired_at
       JOIN (SELECT group_id, queue_id, off FROM retry UNION ALL SELECT group_id, queue_id, off FROM dead_letter) p
         ON p.group_id = e.group_id AND p.queue_id = e.queue_id AND p.off = e.off`,
  ],
  [
    'what expired is on record once: as an event, as a note and in the audit log',
    `SELECT 1 FROM (SELECT (SELECT count(*) FROM expired_letter) AS notes, (SELECT count(*) FROM delivery_event WHERE state = 'Expired') AS events,
                           (SELECT coalesce(sum((counts ->> 'expired')::int), 0) FROM audit WHERE action = 'dead-letter.expire') AS counted) n
      WHERE n.notes <> n.events OR n.notes <> n.counted`,
  ],
  [
    'an epoch is given once',
    `SELECT 1 FROM delivery_event WHERE state = 'Inflight' AND attempt > 1 AND cause = 'delivered' GROUP BY epoch HAVING count(*) > 1`,
  ],
];

test.each([
  ['concurrent', false, command],
  ['ordered', true, command],
  ['ordered, replies lost', true, lossyCommand],
])(
  '%s: random runs lose nothing, double nothing, and end',
  async (_, ordered, step) => {
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
