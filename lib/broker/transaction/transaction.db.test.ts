import { expect, test } from 'vitest';

import type { SendReceipt } from '../../model/message/message';
import { createStore } from '../../store/client';
import { receiveNow, testMessage } from '../../testing/broker';
import { createBrokerContext } from '../create-context';
import { ack } from '../delivery/ack';
import { send } from '../message/send';
import { DEFAULT_RETENTION, prune } from '../retention/prune';
import { claimChecks } from './claim-checks';
import { giveUpTransactions } from './give-up';
import { transactionStage } from '../../testing/transactions';

const { stage, makeNames, half, sendHalf, end, record } = transactionStage();
const SECOND = 1000;
const HOUR = 3_600_000;

test('[case 73] a half message is invisible; committed it is delivered once, as it was sent', async () => {
  const names = await makeNames();
  const message = half({ tag: 'T', keys: ['k1', 'k2'], properties: { a: 'b' }, body: Buffer.from('paid') });
  const [receipt] = await send(stage.broker.ctx, { topic: names.topic, messages: [message], clientId: 'producer-1' });
  expect(receipt).toMatchObject({ messageId: message.messageId, transactionId: expect.stringMatching(/^[\w-]{24}$/) });
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);

  stage.broker.clock.advance(5 * SECOND);
  expect(await end(names.topic, receipt as Required<SendReceipt>, 'commit')).toEqual({
    state: 'committed',
    changed: true,
  });
  const [delivered] = await receiveNow(stage.broker.ctx, names);
  expect(delivered).toMatchObject({
    ...message,
    topic: names.topic,
    attempt: 1,
    storedAt: stage.broker.clock.nowOrNull(),
  });
  await ack(stage.broker.ctx, {
    ...names,
    entries: [{ messageId: message.messageId, receiptHandle: delivered?.receiptHandle ?? '' }],
  });
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
  expect(await record(message.messageId)).toEqual({
    state: 'committed',
    resolved_by: 'client',
    resolver: 'producer-1',
    checks: 0,
    kept: false,
    placed: true,
  });
});

test('[case 73] a rolled back message is never delivered, and its body is not kept', async () => {
  const names = await makeNames();
  const receipt = await sendHalf(names.topic);
  expect(await end(names.topic, receipt, 'rollback')).toEqual({ state: 'rolled-back', changed: true });
  stage.broker.clock.advance(5 * HOUR);
  await giveUpTransactions(stage.broker.ctx);
  expect(await claimChecks(stage.broker.ctx, { topics: [names.topic], limit: 10 })).toEqual([]);
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
  expect(await record(receipt.messageId)).toMatchObject({ state: 'rolled-back', kept: false, placed: false });
});

test('a repeated resolution succeeds and does nothing; the opposite one is refused and changes nothing', async () => {
  const names = await makeNames();
  const [committed, rolledBack] = [await sendHalf(names.topic), await sendHalf(names.topic)];
  await end(names.topic, committed, 'commit');
  await end(names.topic, rolledBack, 'rollback');
  expect(await end(names.topic, committed, 'commit')).toEqual({ state: 'committed', changed: false });
  expect(await end(names.topic, rolledBack, 'rollback')).toEqual({ state: 'rolled-back', changed: false });
  await expect(end(names.topic, committed, 'rollback')).rejects.toMatchObject({
    code: 'transaction-ended',
    limit: 'committed',
    message: expect.stringContaining('was committed at 2026-'),
  });
  await expect(end(names.topic, rolledBack, 'commit')).rejects.toMatchObject({
    code: 'transaction-ended',
    limit: 'rolled-back',
  });
  expect(await receiveNow(stage.broker.ctx, names)).toHaveLength(1);
});

test('an unknown transaction, one of another topic and a guessed id change nothing', async () => {
  const names = await makeNames();
  const other = await makeNames();
  const receipt = await sendHalf(names.topic);
  for (const [topic, wrong] of [
    [names.topic, { messageId: 'nobody', transactionId: receipt.transactionId }],
    [names.topic, { messageId: receipt.messageId, transactionId: receipt.messageId }],
    [names.topic, { messageId: `${receipt.messageId}\u0000`, transactionId: receipt.transactionId }],
    [other.topic, receipt],
  ] as const) {
    await expect(end(topic, wrong, 'commit')).rejects.toMatchObject({ code: 'transaction-not-found' });
  }
  await expect(end(names.topic, { ...receipt, transactionId: ' ' }, 'commit')).rejects.toMatchObject({
    code: 'invalid-transaction-id',
    field: 'transactionId',
  });
  await expect(end(names.topic, { ...receipt, messageId: '' }, 'commit')).rejects.toMatchObject({
    code: 'illegal-message-id',
  });
  expect(await record(receipt.messageId)).toMatchObject({ state: 'pending' });
});

test('a repeated send stores nothing and answers the same transaction, also after the end', async () => {
  const names = await makeNames();
  const message = half();
  const twice = await send(stage.broker.ctx, {
    topic: names.topic,
    messages: [message, message],
    clientId: 'producer-1',
  });
  expect(twice.map(({ duplicate }) => duplicate)).toEqual([false, true]);
  const [first] = twice as Required<SendReceipt>[];
  if (first === undefined) throw new Error('nothing was sent');
  await end(names.topic, first, 'commit');
  const [again] = await send(stage.broker.ctx, { topic: names.topic, messages: [message], clientId: 'producer-2' });
  expect(again).toMatchObject({ transactionId: first.transactionId, duplicate: true });
  expect(await receiveNow(stage.broker.ctx, names)).toHaveLength(1);
});

test('commit and rollback at once from two brokers: one wins, both tell the same', async () => {
  const names = await makeNames();
  const store = createStore({ databaseUrl: stage.broker.database.url, brokerPoolMax: 4, consolePoolMax: 1 });
  const beside = await createBrokerContext({
    store,
    log: stage.broker.ctx.log,
    metrics: stage.broker.ctx.metrics,
    clock: stage.broker.clock,
  });
  let committed = 0;
  for (let round = 0; round < 40; round += 1) {
    const receipt = await sendHalf(names.topic);
    const [commit, rollback] = await Promise.allSettled([
      end(names.topic, receipt, 'commit'),
      end(names.topic, receipt, 'rollback', beside),
    ]);
    expect([commit.status, rollback.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await record(receipt.messageId)).toMatchObject({
      state: commit.status === 'fulfilled' ? 'committed' : 'rolled-back',
    });
    if (commit.status === 'fulfilled') committed += 1;
  }
  const delivered = [...(await receiveNow(stage.broker.ctx, names)), ...(await receiveNow(stage.broker.ctx, names))];
  expect(delivered).toHaveLength(committed);
  await store.close();
});

test('many producers at once: every commit is delivered once, in offset order without holes', async () => {
  const names = await makeNames();
  const receipts = await Promise.all(Array.from({ length: 200 }, () => sendHalf(names.topic)));
  await Promise.all(
    receipts.map((receipt, index) => end(names.topic, receipt, index % 4 === 0 ? 'rollback' : 'commit')),
  );
  const seen: string[] = [];
  for (
    let batch = await receiveNow(stage.broker.ctx, names);
    batch.length > 0;
    batch = await receiveNow(stage.broker.ctx, names)
  ) {
    seen.push(...batch.map(({ messageId }) => messageId));
  }
  expect(seen.toSorted()).toEqual(
    receipts
      .filter((_, index) => index % 4 !== 0)
      .map(({ messageId }) => messageId)
      .toSorted(),
  );
  const { rows } = await stage.broker.database.store.console.query<{ holes: number }>(
    `SELECT sum(n.last - n.first + 1 - n.stored)::int AS holes
       FROM (SELECT min(off) AS first, max(off) AS last, count(*) AS stored FROM message m JOIN topic t USING (topic_id)
              WHERE t.name = $1 GROUP BY queue_id) n`,
    [names.topic],
  );
  expect(rows[0]?.holes).toBe(0);
});

test('a change of segment between half message and commit loses nothing', async () => {
  const names = await makeNames();
  const receipt = await sendHalf(names.topic, { body: Buffer.from('over the edge') });
  await stage.broker.database.store.console.query('UPDATE segment SET opened_at = $1', [
    stage.broker.clock.nowOrNull(),
  ]);
  stage.broker.clock.advance(DEFAULT_RETENTION.segmentMs);
  expect((await prune(stage.broker.ctx, DEFAULT_RETENTION)).opened).not.toBeNull();
  await end(names.topic, receipt, 'commit');
  const [delivered] = await receiveNow(stage.broker.ctx, names);
  expect(delivered?.body.toString()).toBe('over the edge');
  const { rows } = await stage.broker.database.store.console.query(
    'SELECT seg = (SELECT max(seg) FROM segment) AS newest FROM message WHERE msg_id = $1',
    [receipt.messageId],
  );
  expect(rows).toEqual([{ newest: true }]);
});

test('only TRANSACTION messages enter the topic, and none with a message group', async () => {
  const { topic } = await makeNames();
  await expect(send(stage.broker.ctx, { topic, messages: [testMessage()] })).rejects.toMatchObject({
    code: 'message-type-conflict',
    limit: 'TRANSACTION',
  });
  await expect(sendHalf(topic, { messageGroup: 'g' })).rejects.toMatchObject({
    code: 'message-type-conflict',
    field: 'messageGroup',
  });
  expect(stage.broker.counted.get('rocketmq_commit_messages_total')).toBeGreaterThan(0);
  expect(stage.broker.counted.get('rocketmq_rollback_messages_total')).toBeGreaterThan(0);
});
