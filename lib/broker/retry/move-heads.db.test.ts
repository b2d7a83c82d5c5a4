import { expect, test } from 'vitest';
import type { Actor } from '../../model/audit/actor';
import type { DeliveredMessage } from '../../model/message/message';
import { receiveNow, testMessage } from '../../testing/broker';
import { retryStage } from '../../testing/retry-stage';
import { changeInvisible } from '../delivery/change-invisible';
import { fail } from '../delivery/fail';
import { reportFailure } from '../failure/report';
import { send } from '../message/send';
import { listBlockedKeys } from './blocked-keys';
import { changeKey } from './change-key';
import { moveHeads, planHeads } from './move-heads';

const ana: Actor = { kind: 'operator', name: 'ana@example.com', address: '127.0.0.1' };
const reason = 'INC-9';
const { stage, openPair } = retryStage('heads');

/** Three messages of each key; the heads are with a client, and failed with these errors; null: none was reported. */
async function scene(errors: Readonly<Record<string, string | null>>): Promise<{
  readonly name: string;
  readonly cause: (key: string) => Promise<string>;
  readonly headOf: (key: string) => string;
  readonly nextOf: (key: string) => string;
  readonly lastOf: (key: string) => string;
  readonly delivered: ReadonlyMap<string, DeliveredMessage>;
}> {
  const name = await openPair({ ordered: true, maxRetries: 30 });
  const ids = new Map<string, string[]>();
  const delivered = new Map<string, DeliveredMessage>();
  for (const [key, message] of Object.entries(errors)) {
    const messages = Array.from({ length: 3 }, () => testMessage({ messageGroup: key }));
    await send(stage.broker.ctx, { topic: name, messages });
    ids.set(
      key,
      messages.map(({ messageId }) => messageId),
    );
    const [head] = await receiveNow(stage.broker.ctx, {
      group: name,
      topic: name,
      clientId: `w-${key}@7@0@x`,
      batchSize: 1,
    });
    if (head === undefined) throw new Error('nothing was delivered');
    delivered.set(key, head);
    if (message !== null)
      await reportFailure(stage.broker.ctx, {
        group: name,
        messageId: head.messageId,
        attempt: 1,
        errorType: 'E',
        message,
      });
  }
  stage.broker.clock.advance(5_000);
  const place = (index: number) => (key: string) => ids.get(key)?.[index] ?? '';
  return {
    name,
    delivered,
    headOf: place(0),
    nextOf: place(1),
    lastOf: place(2),
    cause: async (key) => {
      const { items } = await listBlockedKeys(stage.broker.ctx, { group: name, limit: 100 });
      return items.find((row) => row.key === key)?.cause ?? '';
    },
  };
}

async function failAtBroker(name: string, { receiptHandle, messageId }: DeliveredMessage, key: string): Promise<void> {
  await fail(stage.broker.ctx, { group: name, topic: name, clientId: `w-${key}@7@0@x`, receiptHandle, messageId });
}

async function deadOf(name: string): Promise<string[]> {
  const { rows } = await stage.broker.database.store.console.query<{ id: string }>(
    'SELECT d.msg_id AS id FROM dead_letter d JOIN consumer_group g USING (group_id) WHERE g.name = $1 ORDER BY 1',
    [name],
  );
  return rows.map(({ id }) => id);
}

const nextDelivered = async (name: string): Promise<string[]> =>
  (await receiveNow(stage.broker.ctx, { group: name, topic: name, clientId: 'other@1@0@x', batchSize: 32 })).map(
    ({ messageId }) => messageId,
  );

test('only heads of one cause move, leased or waiting; the next of each key is delivered; one audit row', async () => {
  const at = await scene({ a: 'no currency', b: 'no currency', c: 'no currency', d: 'frozen', e: null });
  const { name, headOf, nextOf, lastOf, delivered } = at;
  const waiting = delivered.get('b');
  if (waiting !== undefined) await failAtBroker(name, waiting, 'b');
  await changeKey(stage.broker.ctx, 'hold', { group: name, key: 'c', reason, actor: ana });
  const cause = await at.cause('a');
  const plan = await planHeads(stage.broker.ctx, { group: name, cause });
  expect(plan).toMatchObject({ matched: 5, wouldChange: 2, behind: 4, headMessageIds: [headOf('a'), headOf('b')] });
  expect(plan.excluded).toEqual([
    { why: 'held by an operator', count: 1 },
    { why: 'with another cause', count: 1 },
    { why: 'without a reported error', count: 1 },
  ]);
  expect(plan.holders.map(({ client }) => client)).toEqual(['w-a@7@0@x']);
  expect(plan.consequences[0]).toContain('w-a may still be processing it.');
  expect(await deadOf(name)).toEqual([]);

  const { headMessageIds } = plan;
  const done = await moveHeads(stage.broker.ctx, { group: name, cause, headMessageIds, reason, actor: ana });
  expect(done).toMatchObject({ verb: 'bury', matched: 2, changed: 2, excluded: [], left: 0 });
  expect(await deadOf(name)).toEqual([headOf('a'), headOf('b')].toSorted());
  // What was behind them, in order, and nothing of the held key.
  const next = await nextDelivered(name);
  expect(next.toSorted()).toEqual(['a', 'b'].flatMap((key) => [nextOf(key), lastOf(key)]).toSorted());
  for (const key of ['a', 'b']) expect(next.indexOf(nextOf(key))).toBeLessThan(next.indexOf(lastOf(key)));
  const { rows } = await stage.broker.database.store.console.query<{ action: string; after: object }>(
    `SELECT action, after FROM audit WHERE target = $1 AND reason = $2 AND action <> 'key.hold'`,
    [name, reason],
  );
  expect(rows).toMatchObject([{ action: 'retry.bury', after: { kind: 'heads', cause, count: 2 } }]);
});

test('what became the head after the plan stays, and a plan whose heads are all done changes nothing', async () => {
  const at = await scene({ a: 'no currency', b: 'no currency' });
  const { name, headOf, nextOf } = at;
  const cause = await at.cause('a');
  const { headMessageIds } = await planHeads(stage.broker.ctx, { group: name, cause });
  await changeKey(stage.broker.ctx, 'bury', { group: name, key: 'a', revoke: true, reason, actor: ana });
  const [next] = await receiveNow(stage.broker.ctx, { group: name, topic: name, clientId: 'w@7@0@x', batchSize: 1 });
  expect(next?.messageId).toBe(nextOf('a'));
  await reportFailure(stage.broker.ctx, {
    ...{ group: name, messageId: nextOf('a'), attempt: 1, errorType: 'E', message: 'no currency' },
  });
  stage.broker.clock.advance(5_000);
  const move = () => moveHeads(stage.broker.ctx, { group: name, cause, headMessageIds, reason, actor: ana });
  expect(await move()).toMatchObject({ matched: 1, changed: 1 });
  expect(await deadOf(name)).toEqual([headOf('a'), headOf('b')].toSorted());
  expect(await planHeads(stage.broker.ctx, { group: name, cause, headMessageIds })).toMatchObject({
    ...{ wouldChange: 0, excluded: [{ why: 'became the head message after the plan was made', count: 1 }] },
  });
  await expect(move()).rejects.toMatchObject({ code: 'not-found', field: 'cause' });
  await expect(moveHeads(stage.broker.ctx, { group: name, cause, reason: ' ', actor: ana })).rejects.toMatchObject({
    ...{ code: 'bad-request', field: 'reason' },
  });
});

test('two operators at once: each head moves once', async () => {
  const at = await scene({ a: 'no currency', b: 'no currency', c: 'no currency' });
  const { name } = at;
  const cause = await at.cause('a');
  const move = () =>
    moveHeads(stage.broker.ctx, { group: name, cause, reason, actor: ana }).then(
      ({ changed }) => changed,
      () => 0,
    );
  const changed = await Promise.all([move(), move()]);
  expect(changed.reduce((sum, each) => sum + each, 0)).toBe(3);
  expect(await deadOf(name)).toEqual(['a', 'b', 'c'].map(at.headOf).toSorted());
});

test('a head whose cause changes before the move has its locks stays', async () => {
  const at = await scene({ a: 'no currency', b: 'no currency', c: 'no currency' });
  const { name, headOf } = at;
  const cause = await at.cause('a');
  const pool = stage.broker.database.store.console;
  const other = await pool.connect();
  const waits = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%group_hold%'`,
    );
    return rows[0]?.n ?? 0;
  };
  try {
    await other.query('BEGIN');
    await other.query(
      `SELECT 1 FROM group_queue q JOIN consumer_group g USING (group_id) WHERE g.name = $1 FOR NO KEY UPDATE OF q`,
      [name],
    );
    const moved = moveHeads(stage.broker.ctx, { group: name, cause, reason, actor: ana });
    await expect.poll(waits).toBeGreaterThan(0);
    await other.query(
      `UPDATE failure_report f SET fingerprint = 'another' FROM any_message m
        WHERE m.msg_id = $1 AND f.queue_id = m.queue_id AND f.off = m.off`,
      [headOf('b')],
    );
    await other.query('COMMIT');
    expect(await moved).toMatchObject({ matched: 2, changed: 2 });
  } finally {
    other.release();
  }
  expect(await deadOf(name)).toEqual(['a', 'c'].map(headOf).toSorted());
});

test('how often the client of a head moved the end of its lease on', async () => {
  const at = await scene({ a: 'no currency' });
  const [row] = (await listBlockedKeys(stage.broker.ctx, { group: at.name, limit: 1 })).items;
  expect(row).toMatchObject({ renewals: 0, renewedAt: null });
  const head = at.delivered.get('a');
  if (head === undefined) throw new Error('nothing was delivered');
  const { messageId, receiptHandle } = head;
  const asked = { group: at.name, topic: at.name, clientId: 'w-a@7@0@x', messageId, invisibleMs: 30_000 };
  const { receiptHandle: renewed } = await changeInvisible(stage.broker.ctx, { ...asked, receiptHandle });
  stage.broker.clock.advance(1_000);
  await changeInvisible(stage.broker.ctx, { ...asked, receiptHandle: renewed });
  const [later] = (await listBlockedKeys(stage.broker.ctx, { group: at.name, limit: 1 })).items;
  expect(later).toMatchObject({ renewals: 2, renewedAt: stage.broker.clock.nowOrNull().toISOString() });
});
