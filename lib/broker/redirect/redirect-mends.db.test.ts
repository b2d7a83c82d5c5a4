import { english } from '../../model/language/t';
import { expect, test, vi } from 'vitest';

import { receiveNow } from '../../testing/broker';
import { redirectStage } from '../../testing/redirects';
import type { Scene } from '../../testing/scene';
import { brokerInTeam } from '../in-team';
import { listRedrives, readRedrive } from '../redrive/read';
import { deleteTopic, planTopicDelete } from '../topic/delete';
import { listRedirects, stoppedRedirects } from './redirects';

const { stage, actor, open, redirect, control, die, pass, consume, read, refusal } = redirectStage();

const query = (text: string, values: readonly unknown[] = []) =>
  stage.broker.database.store.console.query(text, [...values]);

async function dead(at: Scene, count: number): Promise<void> {
  await at.sendMany(count);
  await die(at);
}

/** The log keeps nothing of the topic any more. */
const removeLog = ({ topic }: Scene) =>
  query('DELETE FROM message m USING topic t WHERE t.topic_id = m.topic_id AND t.name = $1', [topic]);

test('a canary message that was consumed and left with the log stays consumed', async () => {
  const at = await open();
  const made = await redirect(at, { canary: 2 });
  await dead(at.from, 1);
  await pass();
  await consume(at.to);
  await pass();
  expect(await read(made)).toMatchObject({ canarySent: 1, canaryConsumed: 1 });
  await removeLog(at.to);
  for (let again = 0; again < 2; again += 1) await pass(61_000);
  expect(await read(made)).toMatchObject({ state: 'active', canarySent: 1, canaryConsumed: 1 });
  await dead(at.from, 1);
  await pass(61_000);
  await consume(at.to);
  await pass();
  expect(await read(made)).toMatchObject({ state: 'active', sent: 2, canaryPassedAt: expect.any(Date) as Date });
});

test('a canary message that leaves the log stays consumed while another is consumed', async () => {
  const at = await open();
  const made = await redirect(at, { canary: 2 });
  await dead(at.from, 2);
  await pass();
  const [first, second] = await receiveNow(stage.broker.ctx, { group: at.to.group, topic: at.to.topic });
  if (first === undefined || second === undefined) return expect.fail('two copies');
  await at.to.ack(first);
  await pass();
  expect(await read(made)).toMatchObject({ canarySent: 2, canaryConsumed: 1 });
  await at.to.ack(second);
  await query('DELETE FROM message WHERE msg_id = $1 AND copy > 0', [first.messageId]);
  await pass();
  expect(await read(made)).toMatchObject({ state: 'active', canaryPassedAt: expect.any(Date) as Date });
});

test('messages that were seen processed and left with the log begin no canary', async () => {
  const at = await open();
  const made = await redirect(at, { canary: 1 });
  await dead(at.from, 1);
  await pass();
  await consume(at.to);
  for (let again = 0; again < 2; again += 1) await pass(61_000);
  await removeLog(at.to);
  await dead(at.from, 2);
  await pass(61_000);
  expect(await read(made)).toMatchObject({ sent: 3, canaryPassedAt: expect.any(Date) as Date });
});

test('resumed after it paused by itself, it sends only a canary before that is consumed', async () => {
  const at = await open();
  const made = await redirect(at, { canary: 5, ratePerSecond: 1 });
  await dead(at.from, 10);
  await pass();
  expect(await read(made)).toMatchObject({ sent: 1 });
  await die(at.to);
  await pass();
  const { runId } = await read(made);
  expect(await read(made)).toMatchObject({ state: 'paused', stoppedItself: true, runState: 'paused' });
  const { sent } = await read(made);
  expect(await control(made, 'resume')).toMatchObject({ state: 'active', runId, runState: 'cancelled' });
  for (let again = 0; again < 15; again += 1) await pass();
  expect(await read(made)).toMatchObject({ sent: sent + 5, canarySent: 5, state: 'active' });
});

test('killed after it was resumed, and before its old batch was cancelled: another process cancels it', async () => {
  const at = await open();
  const made = await redirect(at, { canary: 5, ratePerSecond: 1 });
  await dead(at.from, 5);
  await pass();
  const { runId } = await read(made);
  await query('UPDATE redirect SET round_after = $2, canary_sent = 0 WHERE redirect_id = $1', [made.redirectId, runId]);
  await pass();
  const { rows } = await query('SELECT state FROM redrive WHERE redrive_id = $1', [runId]);
  expect(rows).toEqual([{ state: 'cancelled' }]);
  await pass();
  expect((await read(made)).runId).toBeGreaterThan(runId ?? 0);
});

test('a team reads no name of a hidden topic in the reasons of its redirects', async () => {
  const { ctx } = stage.broker;
  const at = await open();
  const made = await redirect(at, { reason: `Send all to ${at.to.topic}` });
  await query('DELETE FROM group_queue gq USING consumer_group g WHERE g.group_id = gq.group_id AND g.name = $1', [
    at.to.group,
  ]);
  await dead(at.from, 1);
  await pass();
  const why = `No group reads topic ${at.to.topic}. Messages there would expire`;
  expect((await read(made)).stateWhy).toContain(why);
  const ofGroup = brokerInTeam(ctx, [at.from.group]);
  const { items } = await listRedirects(ofGroup, at.from.group);
  for (const row of [...items, ...(await stoppedRedirects(ofGroup))]) {
    expect(JSON.stringify(row)).not.toContain(at.to.topic);
    expect(english(row.stateWhy ?? '')).toContain(
      'No group reads topic outside your teams. Messages there would expire',
    );
    expect(row.reason).toBe('Send all to outside your teams');
  }
  expect((await listRedirects(ctx, at.from.group)).items[0]?.reason).toContain(at.to.topic);
});

test('a team reads no name of a hidden topic in the reasons of the re-drives of its redirects', async () => {
  const { ctx } = stage.broker;
  const at = await open();
  const made = await redirect(at, { reason: `Send all to ${at.to.topic}` });
  await dead(at.from, 1);
  await pass();
  const runId = (await read(made)).runId ?? 0;
  const ofGroup = brokerInTeam(ctx, [at.from.group]);
  const reason = `SR-${made.redirectId}: Send all to outside your teams`;
  expect(await readRedrive(ofGroup, runId)).toMatchObject({ reason });
  expect((await listRedrives(ofGroup, { group: at.from.group })).items).toMatchObject([{ reason }]);
  expect((await readRedrive(ctx, runId)).reason).toContain(at.to.topic);
});

test('a topic is not deleted while a redirect sends to it', async () => {
  const { ctx } = stage.broker;
  const at = await open();
  const made = await redirect(at);
  const name = `SR-${made.redirectId}`;
  const to = at.to.topic;
  const there =
    `Dead letters are redirected to topic ${to} (${name}). End this redirect first, ` +
    'or ask an administrator if it belongs to another team.';
  // A team that owns the topic, and not the group whose dead letters go there.
  for (const each of [ctx, brokerInTeam(ctx, [to])])
    expect(await planTopicDelete(each, to)).toMatchObject({ refusal: there, redirects: [made.redirectId] });
  expect(await planTopicDelete(ctx, at.from.topic)).toMatchObject({ refusal: null, redirects: [] });
  const asked = vi.spyOn(stage.broker.database.store.console, 'query');
  await planTopicDelete(brokerInTeam(ctx, [to]), to);
  // What the topic holds is counted once, as the team sees it.
  expect(
    asked.mock.calls.map(([query]) => JSON.stringify(query)).filter((text) => text.includes('FROM message')),
  ).toEqual([]);
  expect(asked).toHaveBeenCalled();
  asked.mockRestore();
  await control(made, 'pause');
  expect(await refusal(deleteTopic(ctx, { topic: to, confirm: to, actor }))).toBe(`conflict: ${there}`);
  await control(made, 'end');
  await deleteTopic(ctx, { topic: to, confirm: to, actor });
  // It was made while the topic was deleted.
  await query(`UPDATE redirect SET state = 'active' WHERE redirect_id = $1`, [made.redirectId]);
  await dead(at.from, 1);
  await pass();
  expect(await read(made)).toMatchObject({ stateWhy: `The topic of ${name} does not exist any more.` });
  await control(made, 'end');
});

test('a redirect is not made to a topic that is being deleted', async () => {
  const at = await open();
  const deleting = await stage.broker.database.store.console.connect();
  try {
    await deleting.query('BEGIN');
    await deleting.query('SELECT 1 FROM topic WHERE name = $1 FOR UPDATE', [at.to.topic]);
    const made = refusal(redirect(at));
    await expect
      .poll(async () => {
        const { rows } = await query(
          `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    await deleting.query('UPDATE topic SET deleted_at = now() WHERE name = $1', [at.to.topic]);
    await deleting.query('COMMIT');
    expect(await made).toContain('topic-not-found');
  } finally {
    deleting.release();
  }
});

test('the list ends at 200, and says that there are more', async () => {
  const at = await open();
  await query(
    `INSERT INTO redirect (group_id, target_topic_id, rate_per_second, canary, since, until, reason, created_by, state)
     SELECT g.group_id, t.topic_id, 1, 1, now(), now() + interval '1 h', 'x', 'ana@example.com', 'ended'
       FROM consumer_group g, topic t, generate_series(1, 200) WHERE g.name = $1 AND t.name = $2`,
    [at.from.group, at.to.topic],
  );
  expect((await listRedirects(stage.broker.ctx, at.from.group)).more).toBe(false);
  const made = await redirect(at);
  const { items, more } = await listRedirects(stage.broker.ctx, at.from.group);
  expect([items.length, items[0]?.redirectId, more]).toEqual([200, made.redirectId, true]);
});
