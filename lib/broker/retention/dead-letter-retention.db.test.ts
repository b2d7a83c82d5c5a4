import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, type TestBroker } from '../../testing/broker';
import { startAtFirstSegment } from '../../testing/broker-stage';
import { Scene } from '../../testing/scene';
import { expiredLetters } from '../../store/queries/dead-letter/expired-letter';
import { createBrokerContext } from '../create-context';
import { browseDeadLetters } from '../dead-letter/browse';
import { readTimeline } from '../message/read-timeline';
import { cancelRedrive, pauseRedrive, recallRedrive } from '../redrive/control';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';
import { findSetting } from '../setting/find';
import { forecastDeadLetters, setDeadLetterRetention } from './dead-letter-retention';
import { expireDeadLetters } from './expire-dead-letters';
import { prune } from './prune';

const HOUR = 3_600_000;
const actor = systemActor('test');

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
  await startAtFirstSegment(broker);
});
afterAll(() => broker.close());
beforeEach(async () => {
  await broker.database.store.console.query('TRUNCATE dead_letter, expired_letter, redrive, redrive_item CASCADE');
  await keep(null);
  broker.counted.clear();
});

const db = () => broker.database.store.console;
const ids = (messages: readonly { readonly messageId: string }[]): string[] =>
  messages.map(({ messageId }) => messageId).toSorted();

async function keep(keepHours: number | null, mayRemove = Number.MAX_SAFE_INTEGER): Promise<void> {
  const { version } = await findSetting(broker.ctx, 'dead-letter-retention');
  await setDeadLetterRetention(broker.ctx, { keepHours, version, mayRemove, actor, reason: 'test' });
}

async function die(at: Scene, count: number): Promise<string[]> {
  const sent = await at.sendMany(count);
  for (const message of await at.push()) await at.fail(message);
  return sent.toSorted();
}

const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await db().query<Row>(sql, values)).rows;
const expired = async (): Promise<number> => (await expireDeadLetters(broker.ctx)).expired;

test('kept until re-driven unless something else is set; then removed on the hour, with event, note, audit and count', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const old = await die(at, 3);
  broker.clock.advance(1000 * HOUR);
  expect(await expireDeadLetters(broker.ctx)).toEqual({ expired: 0, more: false });
  const young = await die(at, 2);
  await keep(2000);
  broker.clock.advance(1000 * HOUR - 1);
  expect(await expired()).toBe(0);
  broker.clock.advance(1);
  expect((await prune(broker.ctx, { retentionMs: 5000 * HOUR, segmentMs: HOUR })).expired).toBe(3);
  expect(ids(await at.deadLetters())).toEqual(young);
  expect(broker.counted.get('redrive_expired_dead_letters_total')).toBe(3);
  const events = await rows(
    `SELECT e.state, e.cause, e.attempt, e.at FROM delivery_event e JOIN consumer_group g USING (group_id) WHERE g.name = $1 AND e.state = 'Expired'`,
    [at.group],
  );
  const now = broker.clock.nowOrNull();
  expect(events).toEqual(
    Array.from({ length: 3 }, () => ({ state: 'Expired', cause: 'expired', attempt: 1, at: now })),
  );
  expect(
    await rows(`SELECT actor, target, after, counts FROM audit WHERE action = 'dead-letter.expire'`),
  ).toMatchObject([{ actor: 'retention', target: at.group, after: { keepHours: 2000 }, counts: { expired: 3 } }]);
  expect(await expiredLetters(db(), old[0] ?? '')).toMatchObject([
    { group: at.group, topic: at.topic, attempts: 1, expiredAt: now },
  ]);
  // Once more, by any process: nothing.
  expect(await expired()).toBe(0);
  const [timeline] = await readTimeline(broker.ctx, { messageId: old[0] ?? '' });
  expect(timeline).toMatchObject({ state: 'expired', expiresAt: now.toISOString(), lives: [{ end: 'dead' }] });
});

test(
  'the message page shows that it expired after the log dropped it too; the note goes with the history',
  { tags: ['long'] },
  async () => {
    const at = await Scene.open(broker, { maxRetries: 0 });
    const [id = ''] = await die(at, 1);
    await keep(10);
    const policy = { retentionMs: 20 * HOUR, segmentMs: HOUR };
    for (let hour = 0; hour < 29; hour += 1) {
      broker.clock.advance(HOUR);
      while ((await prune(broker.ctx, policy)).more);
    }
    expect(await readTimeline(broker.ctx, { messageId: id })).toEqual([]);
    expect(await expiredLetters(db(), id)).toHaveLength(1);
    broker.clock.advance(3 * HOUR);
    while ((await prune(broker.ctx, policy)).more);
    expect(await expiredLetters(db(), id)).toEqual([]);
  },
);

test('shortening says what it removes at once: with more than that it is refused and nothing changes', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const other = await Scene.open(broker, { maxRetries: 0 });
  await die(at, 3);
  broker.clock.advance(12 * HOUR);
  await die(other, 2);
  broker.clock.advance(12 * HOUR);
  expect(await forecastDeadLetters(broker.ctx, { keepHours: 13 })).toEqual({
    due: 3,
    soon: 5,
    retained: 5,
    groups: [
      { group: at.group, due: 3, soon: 3 },
      { group: other.group, due: 0, soon: 2 },
    ],
  });
  expect(await forecastDeadLetters(broker.ctx, { keepHours: null })).toMatchObject({ due: 0, soon: 0, retained: 5 });
  const { version } = await findSetting(broker.ctx, 'dead-letter-retention');
  const change = { keepHours: 13, version, actor, reason: 'less' };
  await expect(setDeadLetterRetention(broker.ctx, { ...change, mayRemove: 2 })).rejects.toMatchObject({
    code: 'conflict',
    field: 'mayRemove',
    limit: 2,
    value: 3,
  });
  expect((await findSetting(broker.ctx, 'dead-letter-retention')).value).toEqual({ keepHours: null });
  await setDeadLetterRetention(broker.ctx, { ...change, mayRemove: 3 });
  expect(await expired()).toBe(3);
  // Longer removes nothing that is not due already: nothing to allow.
  await die(at, 1);
  broker.clock.advance(14 * HOUR);
  await keep(20, 0);
  expect(await expired()).toBe(2);
  expect(ids(await at.deadLetters())).toHaveLength(1);
});

test.each([0, 87_601, 1.5, -3, Number.NaN])('%d hours are refused with field, limit and value', async (keepHours) => {
  await expect(forecastDeadLetters(broker.ctx, { keepHours })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'keepHours',
    limit: expect.stringContaining('1 to 87600') as string,
    value: keepHours,
  });
});

test('what it is moves with the setting: the list says when, and finds what expires by a moment', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const first = await die(at, 1);
  const diedAt = broker.clock.nowOrNull().getTime();
  broker.clock.advance(10 * HOUR);
  await die(at, 1);
  const list = (within?: number) =>
    browseDeadLetters(broker.ctx, {
      group: at.group,
      ...(within === undefined ? {} : { expiresBefore: new Date(broker.clock.nowOrNull().getTime() + within * HOUR) }),
    });
  expect((await list()).items.map(({ expiresAt }) => expiresAt)).toEqual([null, null]);
  expect((await list(9000)).items).toEqual([]);
  await keep(30);
  expect((await list()).items.map(({ expiresAt }) => (expiresAt?.getTime() ?? 0) - diedAt)).toEqual([
    40 * HOUR,
    30 * HOUR,
  ]);
  expect(ids((await list(20)).items)).toEqual(first);
  expect(ids((await list(19)).items)).toEqual([]);
  await keep(24);
  expect(ids((await list(19)).items)).toEqual(first);
  const [timeline] = await readTimeline(broker.ctx, { messageId: first[0] ?? '' });
  expect(timeline).toMatchObject({ state: 'dead', expiresAt: new Date(diedAt + 24 * HOUR).toISOString() });
});

test('what an open re-drive has chosen is never removed; cancelled, it is kept for a day more', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await die(at, 3);
  const [chosen] = (await browseDeadLetters(broker.ctx, { group: at.group })).items;
  const selection = { group: at.group, deadLetterIds: [chosen?.id ?? 0], reason: 'slow', actor };
  const { redriveId } = await startRedrive(broker.ctx, selection);
  await pauseRedrive(broker.ctx, { redriveId, actor });
  await keep(10);
  broker.clock.advance(500 * HOUR);
  expect(await forecastDeadLetters(broker.ctx, { keepHours: 10 })).toMatchObject({ due: 2, soon: 2 });
  expect(await expired()).toBe(2);
  const [left] = (await browseDeadLetters(broker.ctx, { group: at.group })).items;
  expect(left).toMatchObject({ id: chosen?.id, redriveId, expiresAt: null });
  await cancelRedrive(broker.ctx, { redriveId, actor });
  const dayLater = new Date(broker.clock.nowOrNull().getTime() + 24 * HOUR);
  expect((await browseDeadLetters(broker.ctx, { group: at.group })).items).toMatchObject([{ expiresAt: dayLater }]);
  expect(await expired()).toBe(0);
  broker.clock.advance(24 * HOUR);
  expect(await expired()).toBe(1);
});

test('recalled from a re-drive it is a new death: its time begins anew', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await die(at, 2);
  await keep(10);
  broker.clock.advance(9 * HOUR);
  const { redriveId } = await startRedrive(broker.ctx, { group: at.group, all: true, reason: 'try', actor });
  await stepRedrives(broker.ctx);
  await recallRedrive(broker.ctx, { redriveId, actor });
  broker.clock.advance(9 * HOUR);
  expect(await expired()).toBe(0);
  broker.clock.advance(HOUR);
  expect(await expired()).toBe(2);
});

test('re-drives and removals at the same time: every message is in one place, and what was chosen is released', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  const other = await createBrokerContext({
    store: broker.database.store,
    log: broker.ctx.log,
    metrics: broker.ctx.metrics,
    clock: broker.clock,
  });
  const sent: string[] = [];
  for (let round = 0; round < 4; round += 1) sent.push(...(await die(at, 25)));
  await keep(1);
  broker.clock.advance(2 * HOUR);
  const halves = (await browseDeadLetters(broker.ctx, { group: at.group, limit: 50 })).items.map(({ id }) => id);
  // No client will ever answer for a canary.
  const atOnce = { canary: null, abort: null };
  const starts = [halves.slice(0, 25), halves.slice(25)].map((deadLetterIds) =>
    startRedrive(broker.ctx, { group: at.group, deadLetterIds, ...atOnce, reason: 'race', actor }).catch(() => null),
  );
  const removals = [broker.ctx, other].map(async (ctx) => {
    let count = 0;
    for (let pass = 0; pass < 8; pass += 1)
      count += (await expireDeadLetters(ctx, { batchLetters: 7, batches: 3 })).expired;
    return count;
  });
  const steps = (async () => {
    for (let pass = 0; pass < 8; pass += 1) await stepRedrives(other);
  })();
  const [started, removed] = await Promise.all([Promise.all(starts), Promise.all(removals), steps]);
  const afterwards = await expired();
  await stepRedrives(broker.ctx);
  const gone = removed.reduce((sum, count) => sum + count, afterwards);
  const items = await rows<{ state: string; n: number }>(
    'SELECT state, count(*)::int AS n FROM redrive_item GROUP BY state',
  );
  const moved = items.find(({ state }) => state === 'moved')?.n ?? 0;
  const chosen = started.reduce((sum, each) => sum + (each?.selected ?? 0), 0);
  expect(moved).toBe(chosen);
  expect(gone + moved).toBe(sent.length);
  expect(await rows('SELECT 1 FROM retry JOIN dead_letter USING (group_id, queue_id, off)')).toEqual([]);
  expect(await rows(`SELECT 1 FROM expired_letter`)).toHaveLength(gone);
  const [audited] = await rows<{ counted: number }>(
    `SELECT sum((counts ->> 'expired')::int)::int AS counted FROM audit WHERE action = 'dead-letter.expire' AND target = $1`,
    [at.group],
  );
  expect(audited?.counted).toBe(gone);
});

test('a removal that is killed half-way removes nothing; the next one does all of it once', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await die(at, 5);
  await keep(1);
  broker.clock.advance(2 * HOUR);
  await db().query('ALTER TABLE expired_letter RENAME TO hidden_letter');
  await expect(expireDeadLetters(broker.ctx)).rejects.toThrow('expired_letter');
  await db().query('ALTER TABLE hidden_letter RENAME TO expired_letter');
  expect(await at.deadLetters()).toHaveLength(5);
  expect(await rows(`SELECT 1 FROM audit WHERE action = 'dead-letter.expire' AND target = $1`, [at.group])).toEqual([]);
  // PostgreSQL says that a transaction failed before it gives its locks back, and a group that is locked is left out.
  await db().query('SELECT 1 FROM consumer_group WHERE name = $1 FOR UPDATE', [at.group]);
  expect(await expired()).toBe(5);
});

test('a change of the setting that was saved holds at once: a removal that read the old one removes nothing', async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await die(at, 2);
  await keep(1);
  broker.clock.advance(2 * HOUR);
  const { version } = await findSetting(broker.ctx, 'dead-letter-retention');
  const stale = broker.ctx.settings.refresh.bind(broker.ctx.settings);
  const slow = await createBrokerContext({
    store: broker.database.store,
    log: broker.ctx.log,
    metrics: broker.ctx.metrics,
    clock: broker.clock,
  });
  // The setting is read, then changed, then the batch begins.
  slow.settings.refresh = (async (name: 'dead-letter-retention') => {
    const read = await stale(name);
    await keep(null);
    return read;
  }) as typeof slow.settings.refresh;
  expect(await expireDeadLetters(slow)).toEqual({ expired: 0, more: false });
  expect(await at.deadLetters()).toHaveLength(2);
  expect((await findSetting(broker.ctx, 'dead-letter-retention')).version).toBe(version + 1);
});

test('100 000 dead letters go in batches, each within the time-out', { tags: ['long'], timeout: 120_000 }, async () => {
  const at = await Scene.open(broker, { maxRetries: 0 });
  await die(at, 1);
  for (let from = 0; from < 100_000; from += 10_000) {
    await db().query(
      `INSERT INTO dead_letter (group_id, queue_id, off, generation, seg, topic_id, msg_id, attempts, cause, dead_at, kind, body_encoding, born_at, born_host,
                                stored_at, body)
       SELECT d.group_id, d.queue_id, 1000000 + n, 0, d.seg, d.topic_id, 'bulk-' || n, 17, 'nack', d.dead_at + n * interval '1 ms', d.kind, d.body_encoding,
              d.born_at, d.born_host, d.stored_at, convert_to(repeat('x', 200), 'UTF8')
         FROM (SELECT * FROM dead_letter ORDER BY dead_letter_id LIMIT 1) d, generate_series($1::int + 1, $1 + 10000) n`,
      [from],
    );
  }
  await keep(1);
  broker.clock.advance(2 * HOUR);
  const batches: number[] = [];
  for (let more = true; more;) {
    // A batch beyond the time-out of statements, 5 s, would fail: one of 2000 takes about 100 ms on a quiet machine.
    const pass = await expireDeadLetters(broker.ctx, { batches: 1 });
    batches.push(pass.expired);
    ({ more } = pass);
  }
  expect(batches.reduce((sum, count) => sum + count)).toBe(100_001);
  expect(batches.length).toBeGreaterThan(50);
  expect(Math.max(...batches)).toBe(2000);
});
