import { expect, test } from 'vitest';

import { redirectLook } from '../../store/queries/redirect/redirect-letters';
import { redirectCanary } from '../../store/queries/redirect/redirect-rows';
import { receiveNow } from '../../testing/broker';
import { redirectStage } from '../../testing/redirects';
import { Scene } from '../../testing/scene';
import { join } from '../broadcast/join';
import { brokerInTeam } from '../in-team';
import { readProblems } from '../problem/read-problems';
import { listRedirects, moveRedirect, planRedirect, requireRedirect, scopeOf, stoppedRedirects } from './redirects';

const { stage, actor, open, redirect, control, die, pass, consume, read, refusal } = redirectStage();

const query = (text: string, values: readonly unknown[] = []) =>
  stage.broker.database.store.console.query(text, [...values]);

/** More dead letters like the first of the group. */
async function copyLetters({ group }: Scene, count: number, fingerprint: string): Promise<void> {
  const { rows } = await query(
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
       AND table_name = 'dead_letter' AND is_generated = 'NEVER'
       AND column_name NOT IN ('dead_letter_id', 'off', 'fingerprint')`,
  );
  const names = rows.map(({ name }: { name: string }) => name);
  await query(
    `INSERT INTO dead_letter (off, fingerprint, ${names.join(', ')})
     SELECT m.off + n, $2, ${names.map((name) => `d.${name}`).join(', ')} FROM generate_series(1, $3::int) n,
       (SELECT x.* FROM dead_letter x JOIN consumer_group g USING (group_id) WHERE g.name = $1 LIMIT 1) d,
       (SELECT max(x.off) AS off FROM dead_letter x) m`,
    [group, fingerprint, count],
  );
}

test('a team sees redirects of its groups, also to a topic of another team', async () => {
  const { ctx } = stage.broker;
  const at = await open();
  const made = await redirect(at);
  const ofGroup = brokerInTeam(ctx, [at.from.group]);
  expect(await listRedirects(ofGroup, at.from.group)).toMatchObject({
    ...{ items: [{ redirectId: made.redirectId, topic: null }], more: false },
  });
  await query(`UPDATE redirect SET state = 'paused', stopped_itself = true, state_at = $2 WHERE redirect_id = $1`, [
    made.redirectId,
    stage.broker.clock.nowOrNull(),
  ]);
  const { items } = await readProblems(ofGroup);
  expect(items.filter(({ kind }) => kind === 'redirect-stopped')).toMatchObject([
    { subject: { name: `SR-${made.redirectId}` } },
  ]);
  await control(made, 'end');
  const wish = { group: at.from.group, cause: null, topic: at.to.topic };
  const planned = await planRedirect(brokerInTeam(ctx, [at.from.group, at.to.topic]), wish);
  expect(planned).toMatchObject({ readers: [], hiddenReaders: 1, refusal: null });
  expect(await planRedirect(ctx, wish)).toMatchObject({ readers: [at.to.group], hiddenReaders: 0 });
});

test('with nothing to send it rests, and finds what dies meanwhile', async () => {
  const at = await open();
  const made = await redirect(at);
  await pass();
  const { nextAt } = await read(made);
  expect(nextAt?.getTime()).toBe((stage.broker.clock.nowOrNull()?.getTime() ?? 0) + 5000);
  await at.from.sendMany(1);
  await die(at.from);
  await pass();
  expect(await read(made)).toMatchObject({ sent: 0, nextAt });
  await pass(5000);
  expect(await read(made)).toMatchObject({ sent: 1 });
});

test('with nothing to send and a group that does not read what was sent, it looks less often', async () => {
  const at = await open();
  const made = await redirect(at, { canary: 1 });
  const restsMs = async () =>
    ((await read(made)).nextAt?.getTime() ?? 0) - (stage.broker.clock.nowOrNull()?.getTime() ?? 0);
  for (const isRead of [true, false]) {
    await at.from.sendMany(1);
    await die(at.from);
    await pass(61_000);
    if (isRead) await consume(at.to);
    await pass();
  }
  expect(await read(made)).toMatchObject({ sent: 2, canaryPassedAt: expect.any(Date) as Date });
  await pass(61_000);
  expect(await restsMs()).toBe(60_000);
  await consume(at.to);
  await pass(60_000);
  expect(await restsMs()).toBe(5000);
});

test('a look reads so many letters at most, also of letters that stay, and the next goes on behind them', async () => {
  const at = await open();
  const made = await redirect(at);
  await at.from.sendMany(5);
  await die(at.from);
  const { rows } = await query(
    `SELECT d.dead_letter_id AS id FROM dead_letter d WHERE d.group_id = $1 ORDER BY d.dead_at, d.dead_letter_id`,
    [made.groupId],
  );
  const ids = rows.map(({ id }: { id: number }) => id);
  await query('UPDATE dead_letter SET held_at = dead_at WHERE dead_letter_id = ANY ($1)', [ids.slice(0, 3)]);
  const scope = await scopeOf(stage.broker.ctx, made);
  const { console: db } = stage.broker.database.store;
  const look = (lookedTo: number | null, limit = 9) => redirectLook(db, scope, { lookedTo, limit, most: 2 });
  expect(await look(null)).toEqual({ ids: [], lookedTo: ids[1] });
  expect(await look(ids[1] ?? null)).toEqual({ ids: [ids[3]], lookedTo: ids[2] });
  expect(await look(ids[2] ?? null)).toEqual({ ids: ids.slice(3), lookedTo: null });
  expect(await look(ids[2] ?? null, 1)).toEqual({ ids: [ids[3]], lookedTo: null });
  expect(await redirectLook(db, { ...scope, fingerprints: [] }, { lookedTo: null, limit: 9 })).toEqual({
    ...{ ids: [], lookedTo: null },
  });
  // A letter that is gone since.
  expect(await redirectLook(db, scope, { lookedTo: 1, limit: 9 })).toEqual({ ids: ids.slice(3), lookedTo: null });
  await query('UPDATE dead_letter SET held_at = NULL WHERE group_id = $1', [made.groupId]);
  await pass();
  expect(await read(made)).toMatchObject({ sent: 2, waiting: 3 });
});

test('what is left behind one that paused by itself is counted by its cause alone', async () => {
  const [old, merged, other] = ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)] as const;
  const at = await open();
  const made = await redirect(at, { cause: old });
  await at.from.sendMany(1);
  await die(at.from);
  await copyLetters(at.from, 10_000, other);
  await copyLetters(at.from, 3, merged);
  await query('INSERT INTO failure_cause (group_id, fingerprint, became) VALUES ($1, $2, $3)', [
    ...[made.groupId, old, merged],
  ]);
  const paused = `UPDATE redirect SET state = 'paused', stopped_itself = true, state_at = since WHERE redirect_id = $1`;
  await query(paused, [made.redirectId]);
  const left = async () => (await stoppedRedirects(stage.broker.ctx)).find(({ group }) => group === made.group)?.left;
  expect(await left()).toEqual({ count: 3, atLeast: false });
  await query('UPDATE redirect SET cause = NULL WHERE redirect_id = $1', [made.redirectId]);
  expect(await left()).toEqual({ count: 10_000, atLeast: true });
  expect(await read(made)).toMatchObject({ waiting: 1000, atLeast: true });
  const wish = { group: at.from.group, cause: null, topic: at.to.topic };
  expect((await planRedirect(stage.broker.ctx, wish)).matching).toEqual({ count: 10_000, atLeast: true });
  await query('UPDATE dead_letter SET held_at = dead_at WHERE group_id = $1', [made.groupId]);
  // Held letters match and stay: none of them would have gone.
  expect((await planRedirect(stage.broker.ctx, { ...wish, cause: merged })).lastDay).toEqual({
    ...{ count: 0, atLeast: false },
  });
  await control(made, 'end');
});

test('a topic that only broadcast groups read is refused, and so is one of too many groups', async () => {
  const { ctx } = stage.broker;
  const at = await open();
  const news = await Scene.open(stage.broker, { messageModel: 'broadcasting' });
  await join(ctx, { group: news.group, clientId: 'client-1' });
  await receiveNow(ctx, { group: news.group, topic: news.topic, clientId: 'client-1' });
  expect(await refusal(redirect({ from: at.from, to: news }))).toContain('Only broadcast groups read topic');
  const beside = await news.beside();
  await receiveNow(ctx, { group: beside.group, topic: news.topic });
  expect(await refusal(redirect({ from: at.from, to: news }))).toBe('not refused');
  for (let each = 0; each < 49; each += 1) {
    const { group } = await at.to.beside();
    await receiveNow(ctx, { group, topic: at.to.topic });
  }
  expect(await refusal(redirect({ from: news, to: at.to }))).toContain('is a broadcast group');
  expect(await refusal(redirect({ from: beside, to: at.to }))).toContain('50 groups read topic');
});

test('a group of the topic stops after the canary: the next batch waits until it goes on, and says so', async () => {
  const at = await open();
  const made = await redirect(at, { canary: 1 });
  const dead = async (count: number): Promise<void> => {
    await at.from.sendMany(count);
    await die(at.from);
  };
  await dead(1);
  await pass();
  await consume(at.to);
  await pass();
  await dead(3);
  await pass(61_000);
  expect(await read(made)).toMatchObject({ sent: 4, openCopies: 0 });
  await dead(2);
  for (let again = 0; again < 3; again += 1) await pass(61_000);
  expect(await read(made)).toMatchObject({ state: 'active', sent: 4, waiting: 2, openCopies: 1 });
  expect(await consume(at.to)).toHaveLength(3);
  await pass(5000);
  expect(await read(made)).toMatchObject({ sent: 6, openCopies: 0 });
  // The outcome of these is not on record: they are gone with the log.
  await query('DELETE FROM message m USING topic t WHERE t.topic_id = m.topic_id AND t.name = $1', [at.to.topic]);
  await dead(3);
  await pass(61_000);
  expect(await read(made)).toMatchObject({ sent: 6, canaryPassedAt: null });
  await pass();
  expect(await read(made)).toMatchObject({ state: 'active', sent: 7, waiting: 2 });
});

test.each([
  ['ended', 'cancelled'],
  ['paused', 'paused'],
] as const)('killed after it was %s, and before its batch was: another process makes up for it', async (state, run) => {
  const at = await open();
  const made = await redirect(at, { ratePerSecond: 1, canary: 5 });
  await at.from.sendMany(5);
  await die(at.from);
  await pass();
  expect(await read(made)).toMatchObject({ runState: 'running' });
  await query(`UPDATE redirect SET state = $2, state_why = 'a deploy' WHERE redirect_id = $1`, [
    made.redirectId,
    state,
  ]);
  await pass();
  const row = await read(made);
  expect(row).toMatchObject({ state, runState: run });
  await pass();
  expect(await read(made)).toMatchObject({ runState: run, sent: row.sent });
});

test('a process that is slow does not judge the round after', async () => {
  const at = await open();
  const { redirectId, roundAfter } = await redirect(at);
  const db = stage.broker.database.store.console;
  const verdict = { sent: 2, consumed: [1, 2], passed: true };
  const stop = { from: ['active'] as const, to: 'paused' as const, why: 'slow', actor, itself: true };
  const row = await requireRedirect(stage.broker.ctx, redirectId);
  expect(await moveRedirect(stage.broker.ctx, row, { ...stop, roundAfter: roundAfter + 1 })).toBe(false);
  expect(await redirectCanary(db, null, { redirectId, roundAfter: roundAfter + 1 }, verdict)).toBe(false);
  expect(await redirectCanary(db, null, { redirectId, roundAfter }, verdict)).toBe(true);
});
