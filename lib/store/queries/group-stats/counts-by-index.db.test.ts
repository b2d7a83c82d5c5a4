import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup } from '../../../broker/group/create';
import { createTopic } from '../../../broker/topic/create';
import { systemActor } from '../../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../../testing/broker';
import { sql } from '../../sql';
import { retryTide } from '../retry/retry-tide';
import { deliveryCounts, type DeliveryCountsRow } from './delivery-counts';

const actor = systemActor('test');
const GROUPS = 3;
const EACH = 300;
const STEPS = { stepMs: 60_000, untilMs: 600_000, fineMs: 1000, fineUntilMs: 60_000 };

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  for (let n = 0; n < GROUPS; n += 1) {
    await createGroup(broker.ctx, { name: `group-${n}`, actor });
    await createTopic(broker.ctx, { name: `topic-${n}`, messageType: 'NORMAL', queues: 1, actor });
  }
  // Every state that a failed message can be in, of each group in all but one topic; the last group has held ones only.
  await broker.database.store.console.query(
    sql(
      `INSERT INTO retry (group_id, queue_id, off, seg, topic_id, attempt, epoch, leased, leased_at, waiting,
         visible_at, policy_version, held_due_at, hold_job)
       SELECT g.group_id, q.queue_id, i, 0, q.topic_id, 1 + i % 3,
              nextval('epoch_seq'), k.kind = 'leased', CASE WHEN k.kind = 'leased' THEN $now::timestamptz END,
              false,
              CASE WHEN k.kind = 'held' THEN 'infinity' ELSE $now + (i - 102) * interval '7 s' END, 1,
              CASE WHEN k.kind = 'held' THEN $now::timestamptz END, CASE WHEN k.kind = 'held' THEN 1 END
         FROM consumer_group g CROSS JOIN queue q CROSS JOIN generate_series(1, $each::int) i
        CROSS JOIN LATERAL (SELECT (ARRAY['leased', 'held', 'waits', 'waits', 'waits'])[1 + i % 5] AS kind) k
        WHERE q.topic_id <> g.group_id AND (g.group_id < $groups::int OR k.kind = 'held')`,
      { now: broker.clock.nowOrNull(), each: EACH, groups: GROUPS },
    ),
  );
});
afterAll(() => broker.close());

/** The same, of one group, row by row. */
async function countRows(
  groupId: number,
): Promise<Omit<DeliveryCountsRow, 'dead' | 'accepted' | 'lastDeadAt' | 'isCut'>> {
  const { rows } = await broker.database.store.console.query<
    Omit<DeliveryCountsRow, 'dead' | 'accepted' | 'lastDeadAt' | 'isCut'>
  >(
    sql(
      `SELECT $groupId::int AS "groupId", count(*) FILTER (WHERE r.leased) AS "inFlight",
              count(*) FILTER (WHERE NOT r.leased AND r.visible_at <= $now::timestamptz) AS due,
              min(r.visible_at) FILTER (WHERE NOT r.leased AND r.visible_at <= $now) AS "oldestDueAt",
              count(*) FILTER (WHERE NOT r.leased AND r.visible_at > $now) AS waiting,
              count(r.held_due_at) AS held,
              min(r.visible_at) FILTER (WHERE NOT r.leased AND r.visible_at > $now AND r.held_due_at IS NULL)
                AS "nextDueAt" FROM retry r WHERE r.group_id = $groupId`,
      { groupId, now: broker.clock.nowOrNull() },
    ),
  );
  return rows[0] ?? expect.fail('no row');
}

test('what the index of due messages says of a group is what its rows say, for one group and for all', async () => {
  const db = broker.database.store.console;
  const now = broker.clock.nowOrNull();
  const all = (await deliveryCounts(db, now, null)).toSorted((one, other) => one.groupId - other.groupId);
  expect(all).toHaveLength(GROUPS);
  for (const row of all) {
    expect(row).toMatchObject(await countRows(row.groupId));
    expect(await deliveryCounts(db, now, row.groupId)).toEqual([row]);
  }
  const [first, , last] = all;
  expect(first).toMatchObject({ inFlight: 120, held: 120, nextDueAt: new Date(now.getTime() + 7000) });
  expect(last).toMatchObject({ inFlight: 0, due: 0, waiting: 120, held: 120, oldestDueAt: null, nextDueAt: null });
});

test('of very many that wait, no more than asked for are counted, and that is said', async () => {
  const db = broker.database.store.console;
  const now = broker.clock.nowOrNull();
  const all = await deliveryCounts(db, now, null);
  for (const row of all) {
    expect(row).toMatchObject({ isCut: false, waiting: expect.any(Number) });
    const [cut] = await deliveryCounts(db, now, row.groupId, 10);
    // Each reads two topics.
    expect(cut).toEqual({ ...row, isCut: true, waiting: 20 });
    expect(await deliveryCounts(db, now, row.groupId, 1000)).toEqual([row]);
  }
});

test('the heaps of a tide hold every message once: running, held, soon and far ones apart', async () => {
  const db = broker.database.store.console;
  const now = broker.clock.nowOrNull();
  for (const { groupId, inFlight, due, waiting, held } of await deliveryCounts(db, now, null)) {
    const heaps = (await retryTide(db, now, groupId, STEPS)).flatMap((row) =>
      row.heaps.map(([dueMs, messages]) => ({ running: row.running, dueMs, messages })),
    );
    const sum = (of: (heap: (typeof heaps)[number]) => boolean): number =>
      heaps.filter(of).reduce((total, { messages }) => total + messages, 0);
    expect(sum(({ running }) => running)).toBe(inFlight);
    expect(sum(({ running, dueMs }) => !running && dueMs === null)).toBe(held);
    expect(sum(({ running, dueMs }) => !running && dueMs !== null)).toBe(due + waiting - held);
    expect(sum(({ running, dueMs }) => !running && dueMs !== null && dueMs <= now.getTime())).toBe(due);
    // Soon in steps of a second, later in steps of a minute, and one heap of each attempt for all that is far.
    const far = heaps.filter(({ running, dueMs }) => !running && dueMs !== null && dueMs > now.getTime() + 600_000);
    expect(far.length).toBe(inFlight === 0 ? 0 : 3);
  }
});
