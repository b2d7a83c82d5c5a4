import { expect, test } from 'vitest';
import type { PolicyReplay, ReplayOutcome } from '../../model/delivery/policy-replay';
import type { RetryPolicy } from '../../model/delivery/retry-policy';
import { brokerStage } from '../../testing/broker-stage';
import { failedLives } from '../../store/queries/group-stats/failed-lives';
import { explained } from '../../testing/explained';
import { type Held, Scene } from '../../testing/scene';
import { reportFailure } from '../failure/report';
import { type ReplayedPolicy, type ReplayInput, replayPolicy } from './replay-policy';

const stage = brokerStage();
const fixed = (seconds: number): RetryPolicy => ({ type: 'fixed', intervalMs: seconds * 1000 });
const NONE = { rescued: 0, lost: 0, sooner: 0, waiting: 0, undecided: 0 };

async function replayed(at: Scene, policy: Omit<ReplayInput, 'name'> = {}): Promise<ReplayedPolicy> {
  return (await replayPolicy(stage.broker.ctx, { name: at.group, ...policy })) ?? expect.fail('nothing is retried');
}

async function failWith(at: Scene, held: Held & { readonly attempt: number }, message: string): Promise<void> {
  await reportFailure(stage.broker.ctx, {
    ...{ messageId: held.messageId, group: at.group, attempt: held.attempt, errorType: 'Error', message },
  });
  await at.fail(held);
}

const counts = ({ peak: _peak, ...ends }: ReplayOutcome) => ends;
const ends = ({ before, after }: PolicyReplay) => [counts(before), counts(after)];

test('an outage: a longer policy rescues the dead letters, a shorter one loses what was consumed', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 2, retryPolicy: fixed(60) });
  await at.send();
  // The first dies after 2 minutes; the second failed 50 s later, and its last retry meets a database that answers.
  await failWith(at, await at.one(at.push()), 'connection refused');
  stage.broker.clock.advance(50_000);
  await at.send();
  await failWith(at, await at.one(at.push()), 'connection refused');
  for (const waitMs of [10_000, 50_000, 10_000]) await failWith(at, await at.dueAfter(waitMs), 'connection refused');
  await at.ack(await at.dueAfter(50_000));
  expect(await at.deadLetters()).toHaveLength(1);

  stage.broker.clock.advance(600_000);
  const longer = await replayed(at, { maxRetries: 5 });
  expect(longer).toMatchObject({ messages: 2, dead: 1, version: 1, cutAt: null });
  // With the policy in use: what happened.
  expect(ends(longer)).toEqual([NONE, { ...NONE, rescued: 1 }]);
  expect(ends(await replayed(at, { retryPolicy: fixed(3) }))).toEqual([NONE, { ...NONE, lost: 1, sooner: 1 }]);
  // One retry after 70 s: the first fails then, as it did 50 s later; of the second nothing is known at 120 s.
  const single = await replayed(at, { maxRetries: 1, retryPolicy: fixed(70) });
  expect(single.after).toMatchObject({ lost: 0, sooner: 1, undecided: 1, peak: { least: 1, most: 1 } });
});

test('ordered: retries through the broker, and retries that the client makes by itself and reports', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 2, deliveryOrder: 'ordered', retryPolicy: fixed(3) });
  await at.send({ messageGroup: 'own' });
  const own = await at.one(at.push());
  for (const attempt of [1, 2]) {
    await reportFailure(stage.broker.ctx, {
      ...{ messageId: own.messageId, group: at.group, attempt, errorType: 'Error', message: 'busy' },
    });
    stage.broker.clock.advance(3000);
  }
  await at.ack(own);
  await at.send({ messageGroup: 'other' });
  await at.fail(await at.one(at.push()));
  await at.fail(await at.dueAfter(3000));
  await at.fail(await at.dueAfter(3000));
  const found = await replayed(at, { maxRetries: 1 });
  expect(found).toMatchObject({ messages: 2, dead: 1, unreplayed: { record: 0, client: 0, operator: 0 } });
  expect(ends(found)).toEqual([NONE, { ...NONE, lost: 1, sooner: 1 }]);
});

test('what failed last more than 24 hours ago is left out', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 2, retryPolicy: fixed(60) });
  await at.send();
  await at.fail(await at.one(at.push()));
  expect(await replayed(at)).toMatchObject({ messages: 1 });
  stage.broker.clock.advance(25 * 3_600_000);
  expect(await replayed(at)).toMatchObject({ messages: 0 });
});

test('a broadcast group retries nothing; a policy out of its limits and an unknown group are refused', async () => {
  const { ctx } = stage.broker;
  const news = await Scene.open(stage.broker, { messageModel: 'broadcasting' });
  expect(await replayPolicy(ctx, { name: news.group })).toBeNull();
  const at = await Scene.open(stage.broker);
  await expect(replayPolicy(ctx, { name: at.group, maxRetries: 1e9 })).rejects.toMatchObject({ code: 'bad-request' });
  await expect(replayPolicy(ctx, { name: at.group, retryPolicy: fixed(0) })).rejects.toMatchObject({
    code: 'bad-request',
  });
  await expect(replayPolicy(ctx, { name: 'nobody' })).rejects.toMatchObject({ code: 'group-not-found' });
});

test('100,000 events that no statistics know: bounded, cut at a moment, and read by index', async () => {
  const at = await Scene.open(stage.broker, { maxRetries: 16, retryPolicy: fixed(10) });
  const { database, clock, ctx } = stage.broker;
  const { groupId } = await ctx.groups.find(at.group);
  const db = database.store.console;
  // 6,000 messages that failed five times each, each a second after the one before; 4,000 of another group.
  for (const [group, messages] of [[groupId, 6000] as const, [1_000_000, 4000] as const])
    for (const attempt of [1, 2, 3, 4, 5])
      await db.query(
        `INSERT INTO delivery_event (group_id, queue_id, off, generation, attempt, state, cause, epoch, at, due_at)
         SELECT $1, 1, 5000000 + i, 0, $3::int, CASE WHEN k = 0 THEN 'Inflight' WHEN $3 = 5 THEN 'DLQ'
                  ELSE 'WaitingRetry' END, CASE WHEN k = 0 THEN 'delivered' ELSE 'nack' END, 1, t.at,
                t.at + interval '10 s'
           FROM generate_series(1, $2::int) i CROSS JOIN generate_series(0, 1) k
          CROSS JOIN LATERAL (SELECT $4::timestamptz - ($2 - i) * interval '1 s' - (5 - $3) * interval '10 s') t (at)
          ORDER BY i, k`,
        [group, messages, attempt, clock.nowOrNull()],
      );
  const found = await replayed(at, { maxRetries: 3 });
  expect(found.messages).toBe(5000);
  expect(found.cutAt?.getTime()).toBe(clock.nowOrNull().getTime() - 4_999_000);
  // The record ends with the fifth attempt: one retry fewer is a death 10 s sooner.
  expect(counts(found.after)).toEqual({ ...NONE, sooner: 5000 });
  const from = new Date(clock.nowOrNull().getTime() - 24 * 3_600_000);
  const plan = await explained(db, (spy) => failedLives(spy, { groupId, from, limit: 5000 }));
  expect(plan.text).toContain('delivery_event_failed');
  expect(plan.text).toContain('delivery_event_message');
  expect(plan.text).not.toMatch(/Seq Scan on (delivery_event|failure_report|lease)/);
  expect(plan.ms).toBeLessThan(2500);
});

test('an ordered group with many causes and reports: bounded, and the moment of the cut is said', async () => {
  const at = await Scene.open(stage.broker, { deliveryOrder: 'ordered', maxRetries: 16, retryPolicy: fixed(10) });
  const { database, clock, ctx } = stage.broker;
  const { groupId } = await ctx.groups.find(at.group);
  const db = database.store.console;
  const now = clock.nowOrNull();
  // 20 causes with 6,000 reports each: a second apart, of a message each.
  await db.query(
    `INSERT INTO failure_cause (group_id, fingerprint, first_seen, last_seen)
     SELECT $1, 'cause' || c, $2::timestamptz - interval '6000 s', $2 FROM generate_series(1, 20) c`,
    [groupId, now],
  );
  for (let cause = 1; cause <= 20; cause += 1)
    await db.query(
      `INSERT INTO failure_report (group_id, queue_id, off, generation, attempt, error_type, message, reported_at,
         fingerprint)
       SELECT $1, 1, 7000000 + $3::int * 10000 + i, 0, 1, 'E', 'm', $2::timestamptz - i * interval '1 s',
              'cause' || $3
         FROM generate_series(1, 6000) i`,
      [groupId, now, cause],
    );
  const from = new Date(now.getTime() - 24 * 3_600_000);
  const asked = { groupId, from, limit: 100 };
  const { records, cutAt } = await failedLives(db, asked);
  // 20 a second: the first five seconds.
  expect([records.length, cutAt?.getTime()]).toEqual([100, now.getTime() - 5_000]);
  const { text } = await explained(db, (spy) => failedLives(spy, asked));
  expect(text).not.toMatch(/Seq Scan on (failure_report|lease)/);
  const read = [...text.matchAll(/failure_report_cause on failure_report r .*?rows=(\d+)(?:\.\d+)? loops=(\d+)/g)];
  expect(read.map(([, rows, loops]) => Number(rows) * Number(loops))).toEqual([80_000]);
});

test('leases of an offset in very many queues are not all read: the record of that message is not whole', async () => {
  const at = await Scene.open(stage.broker, { deliveryOrder: 'ordered', maxRetries: 2, retryPolicy: fixed(3) });
  await at.send({ messageGroup: 'own' });
  const own = await at.one(at.push());
  await reportFailure(stage.broker.ctx, {
    ...{ messageId: own.messageId, group: at.group, attempt: 1, errorType: 'Error', message: 'busy' },
  });
  const { rowCount } = await stage.broker.database.store.console.query(
    `INSERT INTO lease (group_id, queue_id, lease_id, kind, seg, base_off, end_off, n, offs, open, live, claimed_at,
       expires_at)
     SELECT 1000000 + i, 1, 1, 1, 0, f.off, f.off, 1, ARRAY[f.off], 0, false, f.reported_at, f.reported_at
       FROM (SELECT r.* FROM failure_report r JOIN consumer_group g USING (group_id) WHERE g.name = $1) f,
            generate_series(1, 1500) i`,
    [at.group],
  );
  expect(rowCount).toBe(1500);
  expect(await replayed(at)).toMatchObject({ messages: 1, unreplayed: { record: 1 } });
});
