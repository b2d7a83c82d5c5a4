import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { LETTER_LIMITS } from '../../model/dead-letter/letter-change';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { Scene } from '../../testing/scene';
import { expiredLetters } from '../../store/queries/dead-letter/expired-letter';
import { createBrokerContext } from '../create-context';
import { readTimeline } from '../message/read-timeline';
import { cancelRedrive, pauseRedrive } from '../redrive/control';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { setDeadLetterRetention } from '../retention/dead-letter-retention';
import { expireDeadLetters } from '../retention/expire-dead-letters';
import { prune } from '../retention/prune';
import { findSetting } from '../setting/find';
import { acceptLetters } from './accept';
import type { DeadLetterFilter } from '../../model/redrive/redrive';
import { browseDeadLetters } from './browse';
import { planLetters } from './change-letters';
import { discardLetters } from './discard';
import { extendLetters } from './extend';
import { holdLetters } from './hold';
import { stepLetterJobs } from './letter-job';
import { releaseLetters } from './release';
import { planRestore, restoreLetters } from './restore';
import { unacceptLetters } from './unaccept';

const HOUR = 3_600_000;
const actor = { kind: 'operator' as const, name: 'ana@example.com' };

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());
beforeEach(() => keep(null));

const db = () => broker.database.store.console;
const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await db().query<Row>(sql, values)).rows;

async function keep(keepHours: number | null): Promise<void> {
  const { version } = await findSetting(broker.ctx, 'dead-letter-retention');
  const mayRemove = Number.MAX_SAFE_INTEGER;
  await setDeadLetterRetention(broker.ctx, { keepHours, version, mayRemove, actor: systemActor('test') });
}

async function die(at: Scene, count: number): Promise<string[]> {
  const sent = await at.sendMany(count);
  for (let left = count; left > 0;) {
    const delivered = await at.push();
    for (const message of delivered) await at.fail(message);
    left -= delivered.length;
  }
  return sent.toSorted();
}

const left = async (at: Scene, filter: DeadLetterFilter = {}): Promise<string[]> =>
  (await browseDeadLetters(broker.ctx, { group: at.group, limit: 500, ...filter })).items
    .map(({ messageId }) => messageId)
    .toSorted();
const all = (at: Scene, reason = 'because') => ({ group: at.group, all: true, reason, actor });
const audits = (at: Scene, action: string) =>
  rows<{ actor: string; reason: string | null; counts: unknown; after: unknown }>(
    'SELECT actor, reason, counts, after FROM audit WHERE action = $1 AND target = $2 ORDER BY audit_id',
    [action, at.group],
  );

test('a discarded letter has every column of a dead letter', async () => {
  const columns = (table: string) =>
    rows<{ name: string }>(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attname`,
      [table],
    );
  const kept = await columns('discarded_letter');
  expect(await columns('dead_letter')).toEqual(
    kept.filter(({ name }) => !['discard_job', 'discarded_at', 'restore_until'].includes(name)),
  );
});

test('discarded ones are gone from the dead letters, come back as they were, and the message tells it', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const [id = '', other = ''] = await die(at, 2);
  const before = await rows<Record<string, unknown>>('SELECT * FROM dead_letter WHERE msg_id = $1', [id]);
  const one = { group: at.group, messageIds: [id], reason: 'test data', actor };
  expect(await planLetters(broker.ctx, 'discard', one)).toMatchObject({ matched: 1, wouldChange: 1, excluded: [] });
  await expect(discardLetters(broker.ctx, { ...one, reason: ' ' })).rejects.toMatchObject({ field: 'reason' });
  expect(await left(at)).toEqual([id, other]);
  const job = await discardLetters(broker.ctx, one);
  expect(job).toMatchObject({ matched: 1, changed: 1, excluded: [], left: 0 });
  expect(job.until?.getTime()).toBe(broker.clock.nowOrNull().getTime() + LETTER_LIMITS.restoreMs);
  expect(await left(at)).toEqual([other]);
  expect(await audits(at, 'dead-letter.discard')).toMatchObject([
    { actor: actor.name, reason: 'test data', counts: { matched: 1, changed: 1, excluded: 0 } },
  ]);
  const [timeline] = await readTimeline(broker.ctx, { messageId: id });
  expect(timeline).toMatchObject({
    state: 'discarded',
    discarded: { by: actor.name, reason: 'test data', discardId: job.jobId, restoreUntil: job.until?.toISOString() },
  });
  // A second operator finds nothing to discard.
  await expect(discardLetters(broker.ctx, one)).rejects.toMatchObject({ code: 'not-found' });

  broker.clock.advance(HOUR);
  const undo = { group: at.group, discardId: job.jobId, reason: '', actor };
  expect(await planRestore(broker.ctx, undo)).toMatchObject({ matched: 1, wouldChange: 1 });
  expect(await restoreLetters(broker.ctx, undo)).toMatchObject({ matched: 1, changed: 1, left: 0 });
  const [restored] = await rows<Record<string, unknown>>('SELECT * FROM dead_letter WHERE msg_id = $1', [id]);
  expect({ ...restored, dead_letter_id: null }).toEqual({ ...before[0], dead_letter_id: null });
  const [again] = await readTimeline(broker.ctx, { messageId: id });
  expect(again).toMatchObject({ state: 'dead', discarded: null, lives: [{ end: 'dead', deliveries: 1 }] });
  await expect(restoreLetters(broker.ctx, undo)).rejects.toMatchObject({ code: 'not-found' });
  await startRedrive(broker.ctx, all(at));
  expect(await stepRedrives(broker.ctx)).toBe(2);
  expect((await at.push()).map(({ messageId }) => messageId).toSorted()).toEqual([id, other]);
});

test('past its deadline a discarded one is gone for good, with a note who did it; its history stays until then', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const [id = ''] = await die(at, 1);
  const { jobId } = await discardLetters(broker.ctx, all(at, 'duplicate'));
  const policy = { retentionMs: 24 * HOUR, segmentMs: 6 * HOUR };
  for (let day = 0; day < 6; day += 1) {
    broker.clock.advance(24 * HOUR);
    while ((await prune(broker.ctx, policy)).more);
  }
  expect(await rows('SELECT 1 FROM delivery_event WHERE state = $1', ['Discarded'])).not.toEqual([]);
  expect(await planRestore(broker.ctx, { group: at.group, discardId: jobId })).toMatchObject({ wouldChange: 1 });
  broker.clock.advance(24 * HOUR);
  while ((await prune(broker.ctx, policy)).more);
  expect(await planRestore(broker.ctx, { group: at.group, discardId: jobId })).toMatchObject({ matched: 0 });
  expect(await expiredLetters(db(), id)).toMatchObject([{ discardedBy: actor.name, discardReason: 'duplicate' }]);
});

test('a deadline is bounded by the retention; restored past its time a letter is kept for a day', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await die(at, 2);
  await keep(10);
  const [held = ''] = await left(at);
  await holdLetters(broker.ctx, { group: at.group, messageIds: [held], reason: '', actor });
  broker.clock.advance(8 * HOUR);
  const { jobId } = await discardLetters(broker.ctx, all(at));
  const now = broker.clock.nowOrNull().getTime();
  const until = await rows<{ msg_id: string; restore_until: Date }>(
    'SELECT msg_id, restore_until FROM discarded_letter WHERE discard_job = $1 ORDER BY held_at IS NULL',
    [jobId],
  );
  expect(until.map(({ restore_until: end }) => end.getTime() - now)).toEqual([LETTER_LIMITS.restoreMs, 2 * HOUR]);
  broker.clock.advance(HOUR + HOUR / 2);
  await restoreLetters(broker.ctx, { group: at.group, discardId: jobId, reason: '', actor });
  broker.clock.advance(23 * HOUR);
  expect((await expireDeadLetters(broker.ctx)).expired).toBe(0);
  broker.clock.advance(HOUR);
  expect((await expireDeadLetters(broker.ctx)).expired).toBe(1);
  expect(await left(at)).toEqual([held]);
});

test('held ones do not expire; released past their time they are kept for a day; extended ones go later', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const [first = '', second = '', third = ''] = await die(at, 3);
  const one = (id: string) => ({ group: at.group, messageIds: [id], reason: '', actor });
  await expect(extendLetters(broker.ctx, { ...one(first), until: later(30) })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('does not expire') as string,
  });
  await keep(10);
  await holdLetters(broker.ctx, one(first));
  expect(await extendLetters(broker.ctx, { ...one(second), until: later(30) })).toMatchObject({ changed: 1 });
  expect(await planLetters(broker.ctx, 'extend', { group: at.group, all: true }, later(20))).toMatchObject({
    matched: 3,
    wouldChange: 1,
    excluded: [
      { why: 'held: does not expire', count: 1 },
      { why: 'kept as long already', count: 1 },
    ],
  });
  await expect(holdLetters(broker.ctx, one(first))).rejects.toMatchObject({ code: 'conflict' });
  broker.clock.advance(10 * HOUR);
  expect((await expireDeadLetters(broker.ctx)).expired).toBe(1);
  expect(await left(at)).toEqual([first, second]);
  expect(await left(at, { held: true })).toEqual([first]);
  expect(await left(at, { expiresBefore: later(1000) })).toEqual([second]);
  broker.clock.advance(20 * HOUR);
  expect((await expireDeadLetters(broker.ctx)).expired).toBe(1);
  await releaseLetters(broker.ctx, one(first));
  broker.clock.advance(24 * HOUR - 1);
  expect((await expireDeadLetters(broker.ctx)).expired).toBe(0);
  broker.clock.advance(1);
  expect((await expireDeadLetters(broker.ctx)).expired).toBe(1);
  expect(third).not.toBe('');
});

const later = (hours: number): Date => new Date(broker.clock.nowOrNull().getTime() + hours * HOUR);

test('accepted ones stay, with who and why; that is undone; what a re-drive has chosen is left to it', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const [first = '', second = ''] = await die(at, 2);
  const { redriveId } = await startRedrive(broker.ctx, { ...all(at), all: undefined, messageIds: [second] });
  await pauseRedrive(broker.ctx, { redriveId, actor });
  await expect(acceptLetters(broker.ctx, all(at, ''))).rejects.toMatchObject({ field: 'reason' });
  const change = { matched: 2, changed: 1, excluded: [{ why: `in RD-${redriveId}`, count: 1 }], left: 0 };
  expect(await acceptLetters(broker.ctx, all(at, 'refunded'))).toMatchObject(change);
  expect((await browseDeadLetters(broker.ctx, { group: at.group, accepted: true })).items).toMatchObject([
    { messageId: first, acceptedBy: actor.name, acceptReason: 'refunded' },
  ]);
  expect(await left(at)).toEqual([first, second]);
  const [timeline] = await readTimeline(broker.ctx, { messageId: first });
  expect(timeline).toMatchObject({ state: 'dead', accepted: { by: actor.name, reason: 'refunded' } });
  await unacceptLetters(broker.ctx, { ...all(at), all: undefined, filter: { accepted: true } });
  expect(await left(at, { accepted: true })).toEqual([]);
  expect(await discardLetters(broker.ctx, all(at))).toMatchObject(change);
  await cancelRedrive(broker.ctx, { redriveId, actor });
  expect(await discardLetters(broker.ctx, all(at))).toMatchObject({ matched: 1, changed: 1 });
});

test('a set is frozen: what dies after the plan is not discarded with it', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await die(at, 2);
  const { throughId, matched } = await planLetters(broker.ctx, 'discard', { group: at.group, all: true });
  const late = await die(at, 1);
  expect(matched).toBe(2);
  expect(await discardLetters(broker.ctx, { ...all(at), throughId })).toMatchObject({ matched: 2, changed: 2 });
  expect(await left(at)).toEqual(late);
});

test('two operators, a re-drive, its steps and the expiry at the same time: every letter ends in one place', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const count = 120;
  for (let round = 0; round < 4; round += 1) await die(at, count / 4);
  await keep(1);
  broker.clock.advance(2 * HOUR);
  const { store } = broker.database;
  const other = await createBrokerContext({
    store,
    log: broker.ctx.log,
    metrics: broker.ctx.metrics,
    clock: broker.clock,
  });
  const ids = (await browseDeadLetters(broker.ctx, { group: at.group, limit: 500 })).items.map(({ id }) => id);
  const some = (from: number, to: number) => ({ ...all(at), all: undefined, deadLetterIds: ids.slice(from, to) });
  const work = [
    discardLetters(broker.ctx, some(0, 60)),
    discardLetters(other, some(20, 80)),
    // No client will ever answer for a canary.
    startRedrive(other, { ...some(40, 100), canary: null, abort: null }),
    holdLetters(broker.ctx, some(90, 120)),
    acceptLetters(other, some(0, 120)),
    (async () => {
      for (let pass = 0; pass < 10; pass += 1) await stepRedrives(pass % 2 === 0 ? broker.ctx : other);
    })(),
    (async () => {
      for (let pass = 0; pass < 6; pass += 1) await expireDeadLetters(other, { batchLetters: 7, batches: 2 });
    })(),
  ];
  await Promise.allSettled(work);
  await stepRedrives(broker.ctx);
  const [ends] = await rows<Record<'redriven' | 'discarded' | 'expired' | 'remaining' | 'twice', number>>(
    `SELECT (SELECT count(*)::int FROM retry WHERE group_id = g.group_id) AS redriven,
            (SELECT count(*)::int FROM discarded_letter WHERE group_id = g.group_id) AS discarded,
            (SELECT count(*)::int FROM expired_letter WHERE group_id = g.group_id) AS expired,
            (SELECT count(*)::int FROM dead_letter WHERE group_id = g.group_id) AS remaining,
            (SELECT count(*)::int FROM discarded_letter o JOIN retry r USING (group_id, queue_id, off)
              WHERE o.group_id = g.group_id) AS twice
       FROM consumer_group g WHERE g.name = $1`,
    [at.group],
  );
  const { redriven = 0, discarded = 0, expired = 0, remaining = 0, twice } = ends ?? {};
  expect(redriven + discarded + expired + remaining).toBe(count);
  expect(twice).toBe(0);
  // What was chosen was released, whatever the others did.
  expect(await rows(`SELECT 1 FROM redrive_item WHERE state = 'selected'`)).toEqual([]);
  const told = (await audits(at, 'dead-letter.discard')).reduce(
    (sum, { counts }) => sum + ((counts as { changed?: number }).changed ?? 0),
    0,
  );
  expect(told).toBe(discarded);
});

test(
  '100 000 letters go in parts: deaths go on meanwhile, and another node ends what one began',
  { tags: ['long'], timeout: 120_000 },
  async () => {
    const at = await Scene.open(broker, { maxRetries: 0 });
    await die(at, 1);
    await bury(at, 100_000);
    const started = performance.now();
    const running = discardLetters(broker.ctx, all(at));
    const deaths: number[] = [];
    let over = false;
    void running.finally(() => (over = true));
    while (!over) {
      const from = performance.now();
      await die(at, 1);
      deaths.push(performance.now() - from);
    }
    const job = await running;
    expect(performance.now() - started).toBeLessThan(30_000);
    // Messages that died before the job looked are part of it.
    const early = job.matched - 100_001;
    expect(early).toBeGreaterThanOrEqual(0);
    expect(early).toBeLessThan(deaths.length);
    expect(job.changed).toBeGreaterThan(0);
    expect(job.changed + job.left).toBe(job.matched);
    expect(deaths.length).toBeGreaterThan(0);
    const other = await createBrokerContext({
      store: broker.database.store,
      log: broker.ctx.log,
      metrics: broker.ctx.metrics,
      clock: broker.clock,
    });
    while (await stepLetterJobs(other));
    const ended = await audits(at, 'dead-letter.discard');
    expect(ended.at(-1)).toMatchObject({ counts: { matched: job.matched, changed: job.matched, excluded: 0 } });
    const rest = await rows('SELECT 1 FROM dead_letter JOIN consumer_group g USING (group_id) WHERE g.name = $1', [
      at.group,
    ]);
    expect(rest).toHaveLength(deaths.length - early);
  },
);

/** Copies of the newest dead letter of the group, a millisecond apart. */
async function bury(at: Scene, count: number): Promise<void> {
  for (let from = 0; from < count; from += 10_000)
    await db().query(
      `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at,
       kind, body_encoding, born_at, born_host, stored_at, body)
     SELECT d.group_id, d.queue_id, 1000000 + n, 0, d.seg, d.topic_id, 'bulk-' || n, 17, 'nack',
            d.dead_at + n * interval '1 ms', d.kind, d.body_encoding, d.born_at, d.born_host, d.stored_at,
            convert_to(repeat('x', 200), 'UTF8')
       FROM (SELECT d.* FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1 LIMIT 1) d,
            generate_series($2::int + 1, $2 + 10000) n`,
      [at.group, from],
    );
}

test('a discarded one whose message is with its group again is not restored beside it', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const [id = '', other = ''] = await die(at, 2);
  const { jobId } = await discardLetters(broker.ctx, all(at));
  // As when an operator gives the group its messages once more.
  await rows(
    `INSERT INTO retry (group_id, queue_id, off, seg, topic_id, generation, attempt, epoch, leased, waiting, visible_at,
       policy_version)
     SELECT group_id, queue_id, off, seg, topic_id, generation + 1, 0, nextval('epoch_seq'), false, false, $2::timestamptz, 1
       FROM discarded_letter WHERE msg_id = $1`,
    [id, broker.clock.nowOrNull()],
  );
  const undo = { group: at.group, discardId: jobId, reason: '', actor };
  const excluded = [{ why: 'with the group again', count: 1 }];
  expect(await planRestore(broker.ctx, undo)).toMatchObject({ matched: 2, wouldChange: 1, excluded });
  expect(await restoreLetters(broker.ctx, undo)).toMatchObject({ matched: 2, changed: 1, excluded });
  expect(await left(at)).toEqual([other]);
});
