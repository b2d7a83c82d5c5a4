import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { DEFAULT_TRANSACTIONS } from '../../model/message/half-message';
import { readCountGauges } from '../backlog/gauges';
import { halfGivenUpCount } from '../../store/queries/half-message/half-browse';
import { findMessages } from '../message/find';
import { DEFAULT_RETENTION, prune } from '../retention/prune';
import { giveUpTransactions } from './give-up';
import { listTransactions } from './list';
import { resolveTransaction } from './resolve';
import { transactionStage } from '../../testing/transactions';

const { stage, makeNames, sendHalf, end, bodies, record } = transactionStage();
const SECOND = 1000;
const ACTOR = systemActor('test');

test('records of resolved half messages go with the retention, waiting ones stay', async () => {
  const names = await makeNames();
  const [over, waiting] = [await sendHalf(names.topic), await sendHalf(names.topic)];
  await end(names.topic, over, 'rollback');
  stage.broker.clock.advance(DEFAULT_RETENTION.retentionMs + SECOND);
  await prune(stage.broker.ctx, DEFAULT_RETENTION);
  expect(await record(over.messageId)).toBeUndefined();
  expect(await record(waiting.messageId)).toMatchObject({ state: 'pending' });
});

test('an operator resolves with a reason, in the audit log; the producer learns of it', async () => {
  const names = await makeNames();
  const receipt = await sendHalf(names.topic, { body: Buffer.from('by hand') });
  const input = { topic: names.topic, messageId: receipt.messageId, resolution: 'commit', actor: ACTOR } as const;
  await expect(resolveTransaction(stage.broker.ctx, { ...input, reason: ' ' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'reason',
  });
  expect(await resolveTransaction(stage.broker.ctx, { ...input, reason: 'the order is paid' })).toEqual({
    state: 'committed',
    changed: true,
  });
  expect(await resolveTransaction(stage.broker.ctx, { ...input, reason: 'again' })).toEqual({
    state: 'committed',
    changed: false,
  });
  await expect(
    resolveTransaction(stage.broker.ctx, { ...input, resolution: 'rollback', reason: 'no' }),
  ).rejects.toMatchObject({ code: 'transaction-ended' });
  await expect(
    resolveTransaction(stage.broker.ctx, { ...input, messageId: 'nobody', reason: 'x' }),
  ).rejects.toMatchObject({
    code: 'transaction-not-found',
  });
  await expect(end(names.topic, receipt, 'rollback')).rejects.toMatchObject({ code: 'transaction-ended' });
  expect(await bodies(names)).toEqual(['by hand']);
  expect(await record(receipt.messageId)).toMatchObject({ resolved_by: 'operator', resolver: 'test' });
  const { rows } = await stage.broker.database.store.console.query(
    'SELECT action, reason, before, after FROM audit WHERE target = $1',
    [receipt.messageId],
  );
  expect(rows).toEqual([
    {
      action: 'transaction.commit',
      reason: 'the order is paid',
      before: { topic: names.topic, state: 'pending' },
      after: { topic: names.topic, state: 'committed' },
    },
  ]);
});

test('what the broker gave up is kept: an operator commits or discards it, its producer cannot commit it', async () => {
  const names = await makeNames();
  const [saved, dropped] = [
    await sendHalf(names.topic, { body: Buffer.from('saved') }),
    await sendHalf(names.topic, { body: Buffer.from('dropped') }),
  ];
  stage.broker.clock.advance(DEFAULT_TRANSACTIONS.lifetimeMs);
  await giveUpTransactions(stage.broker.ctx);
  expect(await record(saved.messageId)).toMatchObject({ state: 'given-up', kept: true });
  await expect(end(names.topic, saved, 'commit')).rejects.toMatchObject({ code: 'transaction-ended' });
  expect(await bodies(names)).toEqual([]);

  const decide = (messageId: string, resolution: 'commit' | 'rollback') =>
    resolveTransaction(stage.broker.ctx, { topic: names.topic, messageId, resolution, reason: 'paid', actor: ACTOR });
  expect(await decide(saved.messageId, 'commit')).toEqual({ state: 'committed', changed: true });
  expect(await decide(saved.messageId, 'commit')).toEqual({ state: 'committed', changed: false });
  expect(await decide(dropped.messageId, 'rollback')).toEqual({ state: 'rolled-back', changed: true });
  await expect(decide(dropped.messageId, 'commit')).rejects.toMatchObject({ code: 'transaction-ended' });
  expect(await bodies(names)).toEqual(['saved']);
  expect(await record(saved.messageId)).toMatchObject({ resolved_by: 'operator', kept: false, placed: true });
  expect(await record(dropped.messageId)).toMatchObject({ resolved_by: 'operator', kept: false, placed: false });
  const { rows } = await stage.broker.database.store.console.query(
    `SELECT before ->> 'state' AS before, after ->> 'state' AS after FROM audit
      WHERE target = ANY ($1) ORDER BY audit_id`,
    [[saved.messageId, dropped.messageId]],
  );
  expect(rows).toEqual([
    { before: 'given-up', after: 'committed' },
    { before: 'given-up', after: 'rolled-back' },
  ]);
});

test('what was given up is found by its key and counted, until it is resolved', async () => {
  const names = await makeNames();
  const { ctx } = stage.broker;
  const receipt = await sendHalf(names.topic, { keys: ['order-4711'] });
  stage.broker.clock.advance(DEFAULT_TRANSACTIONS.lifetimeMs);
  await giveUpTransactions(ctx);
  const found = async () => (await findMessages(ctx, { key: 'order-4711' })).items;
  expect(await found()).toMatchObject([{ messageId: receipt.messageId, outside: 'transaction' }]);
  expect(await findMessages(ctx, { key: 'order-4711', topic: names.topic })).toMatchObject({ items: [{}] });
  const counted = async () =>
    (await readCountGauges(ctx)).filter(
      ({ name, labels }) => name.includes('given_up') && labels.topic === names.topic,
    );
  expect(await counted()).toMatchObject([{ name: 'redrive_given_up_transactions', value: 1 }]);
  const asked = { topic: names.topic, messageId: receipt.messageId, reason: 'paid', actor: ACTOR } as const;
  await resolveTransaction(ctx, { ...asked, resolution: 'commit' });
  // From now on it is in the log.
  expect(await found()).toMatchObject([{ messageId: receipt.messageId, outside: null }]);
  expect(await counted()).toEqual([]);
});

test('of many given-up ones with a key the newest are found, and each topic is counted by itself', async () => {
  const db = stage.broker.database.store.console;
  const [few, many] = [await makeNames(), await makeNames()];
  const [first, second] = [
    await sendHalf(few.topic, { keys: ['order-4712'] }),
    await sendHalf(many.topic, { keys: ['order-4712'] }),
  ];
  stage.broker.clock.advance(DEFAULT_TRANSACTIONS.lifetimeMs);
  await giveUpTransactions(stage.broker.ctx);
  const copies = async (messageId: string, count: number) =>
    await db.query(
      `INSERT INTO half_message SELECT n.* FROM half_message h CROSS JOIN generate_series(1, $2::int) i
        CROSS JOIN LATERAL jsonb_populate_record(h, jsonb_build_object('msg_id', h.msg_id || '-' || i,
          'stored_at', h.stored_at + i * interval '1 ms')) n
        WHERE h.msg_id = $1`,
      [messageId, count],
    );
  await copies(first.messageId, 2);
  await copies(second.messageId, 10_050);
  const { items } = await findMessages(stage.broker.ctx, { key: 'order-4712', limit: 2 });
  expect(items.map(({ messageId }) => messageId)).toEqual([10_050, 10_049].map((i) => `${second.messageId}-${i}`));
  const counted = await halfGivenUpCount(db, 3);
  for (const { topic } of [few, many]) expect(counted).toContainEqual({ topic, givenUp: 3 });
});

test('a late rollback by the producer ends what was given up: no operator can commit it any more', async () => {
  const names = await makeNames();
  const receipt = await sendHalf(names.topic, { body: Buffer.from('not to be delivered') });
  stage.broker.clock.advance(DEFAULT_TRANSACTIONS.lifetimeMs);
  await giveUpTransactions(stage.broker.ctx);
  await expect(end(names.topic, { ...receipt, transactionId: 'of another one' }, 'rollback')).rejects.toMatchObject({
    code: 'transaction-not-found',
  });
  await expect(end(names.topic, receipt, 'commit')).rejects.toMatchObject({ code: 'transaction-ended' });
  expect(await record(receipt.messageId)).toMatchObject({ state: 'given-up', kept: true });

  expect(await end(names.topic, receipt, 'rollback')).toEqual({ state: 'rolled-back', changed: true });
  expect(await end(names.topic, receipt, 'rollback')).toEqual({ state: 'rolled-back', changed: false });
  expect(await record(receipt.messageId)).toMatchObject({
    state: 'rolled-back',
    resolved_by: 'client',
    resolver: 'producer-1',
    kept: false,
    placed: false,
  });
  await expect(
    resolveTransaction(stage.broker.ctx, {
      topic: names.topic,
      messageId: receipt.messageId,
      resolution: 'commit',
      reason: 'paid',
      actor: ACTOR,
    }),
  ).rejects.toMatchObject({ code: 'transaction-ended' });
  expect(await bodies(names)).toEqual([]);
});

test('of two operators who decide about one that was given up, one wins', async () => {
  const names = await makeNames();
  const { messageId } = await sendHalf(names.topic);
  stage.broker.clock.advance(DEFAULT_TRANSACTIONS.lifetimeMs);
  await giveUpTransactions(stage.broker.ctx);
  const decided = await Promise.allSettled(
    (['commit', 'rollback'] as const).map((resolution) =>
      resolveTransaction(stage.broker.ctx, { topic: names.topic, messageId, resolution, reason: 'x', actor: ACTOR }),
    ),
  );
  expect(decided.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('lists: waiting ones oldest first, resolved ones newest first, page by page', async () => {
  const names = await makeNames();
  const ids: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const receipt = await sendHalf(names.topic);
    ids.push(receipt.messageId);
    stage.broker.clock.advance(SECOND);
    if (number >= 3) await end(names.topic, receipt, number === 3 ? 'commit' : 'rollback');
  }
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listTransactions(stage.broker.ctx, { topic: names.topic, state: 'pending', limit: 2, cursor });
    pages.push(page.items.map(({ messageId }) => messageId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 3)]);
  const resolved = await listTransactions(stage.broker.ctx, { topic: names.topic, state: 'resolved', limit: 1 });
  expect(resolved.items).toMatchObject([{ messageId: ids[4], state: 'rolled-back', resolvedBy: 'client' }]);
  const next = await listTransactions(stage.broker.ctx, {
    topic: names.topic,
    state: 'resolved',
    cursor: resolved.nextCursor ?? '',
  });
  expect(next.items.map(({ messageId }) => messageId)).toEqual([ids[3]]);
  const committed = await listTransactions(stage.broker.ctx, { topic: names.topic, state: 'committed' });
  expect(committed.items.map(({ messageId }) => messageId)).toEqual([ids[3]]);
  await expect(
    listTransactions(stage.broker.ctx, { topic: names.topic, state: 'pending', cursor: 'x' }),
  ).rejects.toMatchObject({ field: 'cursor' });
});
