// @module-tag long
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { QueryConfig } from 'pg';
import { systemActor } from '../../model/audit/actor';
import { sql } from '../../store/sql';
import { withAdmin } from '../../testing/admin-connection';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { explained } from '../../testing/explained';
import { inFull } from '../../testing/full';
import { letterStorm } from '../../testing/letter-storm';
import { createGroup } from '../group/create';
import { createTopic } from '../topic/create';
import { readProblems } from './read-problems';

let broker: TestBroker;
const actor = systemActor('test');
const LIMIT_MS = 100;
const GROUPS = 200;
const MANY = inFull(20_000, 100_000);
const BLOCKED = 1000;

beforeAll(async () => {
  broker = await createTestBroker({ realTime: true });
  await createGroup(broker.ctx, { name: 'storm', maxRetries: 5, actor });
  await createTopic(broker.ctx, { name: 'storm', messageType: 'NORMAL', queues: 1, actor });
  // A connection of its own: the product's end a statement after seconds.
  await withAdmin(broker.database.url, async (db) => {
    await letterStorm(db, { group: 'storm', topic: 'storm', letters: MANY, texts: MANY / 20, named: true });
    await db.query(
      sql(
        `INSERT INTO consumer_group (name, delivery_order, max_retries, retry_policy, consumption_timeout_ms, version,
           created_at, updated_at)
         SELECT 'group-' || i, 'ordered', 5, '{"type":"stepped"}', 900000, 1, now() - interval '1 day', now()
           FROM generate_series(2, $groups::int) i`,
        { groups: GROUPS },
      ),
    );
    // A tenth of what waits is on its last try, within the hour.
    await db.query(
      sql(
        `INSERT INTO retry (group_id, queue_id, off, seg, topic_id, attempt, epoch, leased, visible_at, waiting,
           policy_version)
         SELECT g.group_id, q.queue_id, 5000000 + i, 0, q.topic_id, CASE WHEN i % 10 = 0 THEN 5 ELSE 1 + i % 4 END, i,
                false, now() + i * interval '3600 s' / $many, true, 1
           FROM consumer_group g, queue q, generate_series(1, $many::int) i WHERE g.name = 'storm'`,
        { many: MANY },
      ),
    );
    await db.query(
      sql(
        `WITH key AS (
           INSERT INTO fifo_group (group_id, queue_id, mgroup, state, pos, since)
           SELECT g.group_id, q.queue_id, 'acct-' || i, 1, 7000000 + i, now() - interval '10 minutes'
             FROM consumer_group g, queue q, generate_series(1, $keys::int) i WHERE g.name = 'group-2'
           RETURNING group_id, queue_id, mgroup, pos)
         INSERT INTO retry (group_id, queue_id, off, seg, topic_id, mgroup, attempt, epoch, leased, visible_at, waiting,
           policy_version)
         SELECT k.group_id, k.queue_id, k.pos, 0, q.topic_id, k.mgroup, 1, k.pos, false, now() + interval '3 s', true, 1
           FROM key k JOIN queue q USING (queue_id)`,
        { keys: BLOCKED },
      ),
    );
    await db.query(
      sql(
        `INSERT INTO group_sample (group_id, step_s, at, ready, in_flight, waiting, dead, unhandled, blocked_keys,
           deaths_due, expiring, consumers, arrived, delivered, redelivered)
         SELECT g.group_id, s.step, to_timestamp(floor(extract(epoch FROM now()) / s.step) * s.step)
                  - i * s.step * interval '1 s', 9, 1, CASE g.name WHEN 'storm' THEN $many::int ELSE 0 END,
                CASE g.name WHEN 'storm' THEN $many ELSE 0 END, CASE g.name WHEN 'storm' THEN $many ELSE 0 END,
                CASE g.name WHEN 'group-2' THEN $keys::int ELSE 0 END, CASE g.name WHEN 'storm' THEN $many / 10 ELSE 0 END,
                0, 1, 100 - i, 4, 1
           FROM consumer_group g, (VALUES (10, 359), (60, 119)) s (step, n), generate_series(0, s.n) i
         ON CONFLICT DO NOTHING`,
        { many: MANY, keys: BLOCKED },
      ),
    );
    for (const table of ['retry', 'fifo_group', 'group_sample', 'consumer_group'])
      await db.query(`VACUUM (ANALYZE) ${table}`);
  });
}, 120_000);
afterAll(() => broker.close());

test(`${GROUPS} groups, ${MANY} dead letters, ${MANY} waiting retries, ${BLOCKED} blocked keys: the page is under ${LIMIT_MS} ms of database time`, async () => {
  const db = broker.ctx.store.console;
  const asked: QueryConfig[] = [];
  const ask = db.query.bind(db) as (text: string | QueryConfig, values?: unknown[]) => Promise<never>;
  const spied = db as unknown as { query: typeof ask };
  spied.query = (text, values) => {
    asked.push(typeof text === 'string' ? { text, values: values ?? [] } : text);
    return ask(text, values);
  };
  const { items, lostNext } = await readProblems(broker.ctx).finally(() => (spied.query = ask));
  expect(items.slice(0, 2).map(({ kind, numbers }) => [kind, numbers['undecided'] ?? numbers['keys']])).toMatchObject([
    ['dead-letters', { kind: 'value', value: MANY }],
    ['blocked-keys', { kind: 'value', value: BLOCKED }],
  ]);
  expect(lostNext[0]).toMatchObject({ group: 'storm', count: MANY / 10 });
  const plans = [];
  for (const statement of asked) plans.push(await explained(db, (q) => q.query(statement)));
  const scans = plans.filter(({ text }) => /Seq Scan on (dead_letter|retry|group_sample)\b/.test(text));
  expect(scans.map(({ text }) => text)).toEqual([]);
  const ms = plans.reduce((sum, plan) => sum + plan.ms, 0);
  const slowest = plans.toSorted((one, other) => other.ms - one.ms).slice(0, 3);
  expect({ ms, slowest: ms < LIMIT_MS ? [] : slowest }).toMatchObject({ slowest: [] });
}, 60_000);
