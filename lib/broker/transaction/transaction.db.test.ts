import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/actor';
import { DEFAULT_TRANSACTIONS } from '../../model/half-message';
import type { OutgoingMessage, SendReceipt } from '../../model/message';
import { createStore } from '../../store/client';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { createBrokerContext } from '../context';
import { ack } from '../delivery/ack';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { DEFAULT_RETENTION, keepHouse } from '../retention/keep-house';
import { createTopic } from '../topic/create';
import { claimChecks } from './claim-checks';
import { endTransaction, type EndTransactionInput } from './end';
import { giveUpTransactions } from './give-up';
import { countTransactions, findTransactions, listTransactions } from './list';
import { returnChecks } from './return-checks';
import { resolveTransaction } from './resolve';

const SECOND = 1000;
const HOUR = 3_600_000;
const ACTOR = systemActor('test');

let broker: TestBroker;
beforeAll(async () => {
  broker = await createTestBroker();
});
afterAll(() => broker.close());

let made = 0;
async function makeNames(): Promise<{ topic: string; group: string }> {
  made += 1;
  const names = { topic: `tx-${made}`, group: `readers-${made}` };
  await createTopic(broker.ctx, { name: names.topic, messageType: 'TRANSACTION', queues: 3, actor: ACTOR });
  await createGroup(broker.ctx, { name: names.group, actor: ACTOR });
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
  return names;
}

function half(fields: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return testMessage({ messageType: 'TRANSACTION', ...fields });
}

async function sendHalf(topic: string, fields: Partial<OutgoingMessage> = {}): Promise<Required<SendReceipt>> {
  const [receipt] = await send(broker.ctx, { topic, messages: [half(fields)], clientId: 'producer-1' });
  return receipt as Required<SendReceipt>;
}

function end(
  topic: string,
  receipt: Pick<Required<SendReceipt>, 'messageId' | 'transactionId'>,
  resolution: EndTransactionInput['resolution'],
  ctx = broker.ctx,
): ReturnType<typeof endTransaction> {
  const { messageId, transactionId } = receipt;
  return endTransaction(ctx, { topic, messageId, transactionId, resolution, source: 'client', clientId: 'producer-1' });
}

async function bodies(names: { topic: string; group: string }): Promise<string[]> {
  return (await receiveNow(broker.ctx, names)).map(({ body }) => body.toString());
}

/** Of one half message: its record, and whether its body is still kept beside the log. */
async function record(messageId: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await broker.database.store.console.query(
    'SELECT state, resolved_by, resolver, checks::int, body IS NOT NULL AS kept, off IS NOT NULL AS placed FROM half_message WHERE msg_id = $1',
    [messageId],
  );
  return rows[0];
}

test('[case 73] a half message is invisible; committed it is delivered once, as it was sent', async () => {
  const names = await makeNames();
  const message = half({ tag: 'T', keys: ['k1', 'k2'], properties: { a: 'b' }, body: Buffer.from('paid') });
  const [receipt] = await send(broker.ctx, { topic: names.topic, messages: [message], clientId: 'producer-1' });
  expect(receipt).toMatchObject({ messageId: message.messageId, transactionId: expect.stringMatching(/^[\w-]{24}$/) });
  expect(await receiveNow(broker.ctx, names)).toEqual([]);

  broker.clock.advance(5 * SECOND);
  expect(await end(names.topic, receipt as Required<SendReceipt>, 'commit')).toEqual({
    state: 'committed',
    changed: true,
  });
  const [delivered] = await receiveNow(broker.ctx, names);
  expect(delivered).toMatchObject({ ...message, topic: names.topic, attempt: 1, storedAt: broker.clock.nowOrNull() });
  await ack(broker.ctx, {
    ...names,
    entries: [{ messageId: message.messageId, receiptHandle: delivered?.receiptHandle ?? '' }],
  });
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
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
  broker.clock.advance(5 * HOUR);
  await giveUpTransactions(broker.ctx);
  expect(await claimChecks(broker.ctx, { topics: [names.topic], limit: 10 })).toEqual([]);
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
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
  expect(await receiveNow(broker.ctx, names)).toHaveLength(1);
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
  const twice = await send(broker.ctx, { topic: names.topic, messages: [message, message], clientId: 'producer-1' });
  expect(twice.map(({ duplicate }) => duplicate)).toEqual([false, true]);
  const [first] = twice as Required<SendReceipt>[];
  if (first === undefined) throw new Error('nothing was sent');
  await end(names.topic, first, 'commit');
  const [again] = await send(broker.ctx, { topic: names.topic, messages: [message], clientId: 'producer-2' });
  expect(again).toMatchObject({ transactionId: first.transactionId, duplicate: true });
  expect(await receiveNow(broker.ctx, names)).toHaveLength(1);
});

test('commit and rollback at once from two brokers: one wins, both tell the same', async () => {
  const names = await makeNames();
  const store = createStore({ databaseUrl: broker.database.url, brokerPoolMax: 4, consolePoolMax: 1 });
  const beside = await createBrokerContext({
    store,
    log: broker.ctx.log,
    metrics: broker.ctx.metrics,
    clock: broker.clock,
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
  const delivered = [...(await receiveNow(broker.ctx, names)), ...(await receiveNow(broker.ctx, names))];
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
  for (let batch = await receiveNow(broker.ctx, names); batch.length > 0; batch = await receiveNow(broker.ctx, names)) {
    seen.push(...batch.map(({ messageId }) => messageId));
  }
  expect(seen.toSorted()).toEqual(
    receipts
      .filter((_, index) => index % 4 !== 0)
      .map(({ messageId }) => messageId)
      .toSorted(),
  );
  const { rows } = await broker.database.store.console.query<{ holes: number }>(
    `SELECT sum(n.last - n.first + 1 - n.stored)::int AS holes
       FROM (SELECT min(off) AS first, max(off) AS last, count(*) AS stored FROM message m JOIN topic t USING (topic_id)
              WHERE t.name = $1 GROUP BY queue_id) n`,
    [names.topic],
  );
  expect(rows[0]?.holes).toBe(0);
});

test('[case 74] checks: the first after the interval, 15 in all, then given up an interval later', async () => {
  const names = await makeNames();
  const message = half({ properties: { order: '7' }, keys: ['k'], body: Buffer.from('unsettled') });
  await send(broker.ctx, { topic: names.topic, messages: [message], clientId: 'producer-1' });
  const claim = () => claimChecks(broker.ctx, { topics: [names.topic], limit: 10 });
  broker.clock.advance(59 * SECOND);
  expect(await claim()).toEqual([]);
  broker.clock.advance(SECOND);
  const [first] = await claim();
  expect(first).toMatchObject({ topic: names.topic, check: 1, message: { ...message, bornAt: message.bornAt } });
  for (let check = 2; check <= 15; check += 1) {
    broker.clock.advance(59 * SECOND);
    expect(await claim()).toEqual([]);
    broker.clock.advance(SECOND);
    expect(await claim()).toMatchObject([{ check, transactionId: first?.transactionId }]);
  }
  broker.clock.advance(59 * SECOND);
  await giveUpTransactions(broker.ctx);
  expect(await findTransactions(broker.ctx, message.messageId)).toMatchObject([
    { state: 'pending', checks: 15, nextCheckAt: null },
  ]);
  broker.clock.advance(SECOND);
  expect(await claim()).toEqual([]);
  await giveUpTransactions(broker.ctx);
  expect(await record(message.messageId)).toEqual({
    state: 'given-up',
    resolved_by: 'check-limit',
    resolver: null,
    checks: 15,
    kept: false,
    placed: false,
  });
  const receipt = { messageId: message.messageId, transactionId: first?.transactionId ?? '' };
  expect(await end(names.topic, receipt, 'rollback')).toEqual({ state: 'given-up', changed: false });
  await expect(end(names.topic, receipt, 'commit')).rejects.toMatchObject({
    code: 'transaction-ended',
    message: expect.stringContaining('given up'),
  });
  expect(await receiveNow(broker.ctx, names)).toEqual([]);
});

test('[case 74] a check that reached nobody does not count and is due again; the last one does not end the message either', async () => {
  const names = await makeNames();
  const { messageId } = await sendHalf(names.topic);
  const claim = () => claimChecks(broker.ctx, { topics: [names.topic], limit: 10 });
  const standing = async () => (await findTransactions(broker.ctx, messageId))[0];
  for (let check = 1; check <= 15; check += 1) {
    broker.clock.advance(60 * SECOND);
    const before = await standing();
    const lost = await claim();
    expect(lost).toMatchObject([{ check }]);
    await returnChecks(broker.ctx, lost);
    // A second time, as when two processes mean the same one, takes nothing back.
    await returnChecks(broker.ctx, lost);
    expect(await standing()).toMatchObject({ checks: check - 1, lastCheckAt: before?.lastCheckAt ?? null });
    expect(await claim()).toMatchObject([{ check }]);
    // One that was asked again meanwhile is not taken back.
    if (check < 15)
      await returnChecks(
        broker.ctx,
        lost.map((each) => ({ ...each, check: check - 1 })),
      );
    expect(await standing()).toMatchObject({ checks: check });
  }
  await giveUpTransactions(broker.ctx);
  expect(await standing()).toMatchObject({ state: 'pending', checks: 15, nextCheckAt: null });
  broker.clock.advance(60 * SECOND);
  await giveUpTransactions(broker.ctx);
  expect(await record(messageId)).toMatchObject({ state: 'given-up', resolved_by: 'check-limit', checks: 15 });
});

test('[case 74] the last check reached nobody: the message lives on for another one', async () => {
  const names = await makeNames();
  const { messageId } = await sendHalf(names.topic);
  const strict = await createBrokerContext({
    ...broker.ctx,
    clock: broker.clock,
    transactions: { ...DEFAULT_TRANSACTIONS, maxChecks: 1 },
  });
  broker.clock.advance(60 * SECOND);
  await returnChecks(strict, await claimChecks(strict, { topics: [names.topic], limit: 10 }));
  broker.clock.advance(HOUR);
  await giveUpTransactions(strict);
  expect(await record(messageId)).toMatchObject({ state: 'pending', checks: 0 });
  expect(await claimChecks(strict, { topics: [names.topic], limit: 10 })).toMatchObject([{ check: 1 }]);
});

test('[case 75] a message may set the time of its first check, up to an hour', async () => {
  const names = await makeNames();
  const claim = async () =>
    (await claimChecks(broker.ctx, { topics: [names.topic], limit: 10 })).map(({ message }) => message.messageId);
  const soon = await sendHalf(names.topic, { recoverAfterMs: 10 * SECOND });
  const late = await sendHalf(names.topic, { recoverAfterMs: HOUR });
  broker.clock.advance(10 * SECOND);
  expect(await claim()).toEqual([soon.messageId]);
  broker.clock.advance(HOUR - 11 * SECOND);
  expect(await claim()).toEqual([soon.messageId]);
  broker.clock.advance(SECOND);
  expect(await claim()).toEqual([late.messageId]);
  for (const recoverAfterMs of [HOUR + SECOND, -1]) {
    await expect(sendHalf(names.topic, { recoverAfterMs })).rejects.toMatchObject({
      code: 'bad-request',
      field: 'orphanedTransactionRecoveryDuration',
      limit: HOUR,
      value: recoverAfterMs,
    });
  }
});

test('[case 74] without a producer to ask no check is lost, and the lifetime of 4 h ends it', async () => {
  const names = await makeNames();
  const { messageId } = await sendHalf(names.topic);
  for (let minutes = 0; minutes < 239; minutes += 1) {
    broker.clock.advance(60 * SECOND);
    if (minutes % 30 === 0) await giveUpTransactions(broker.ctx);
    expect(await claimChecks(broker.ctx, { topics: ['other'], limit: 10 })).toEqual([]);
  }
  expect(await record(messageId)).toMatchObject({ state: 'pending', checks: 0 });
  expect(await countTransactions(broker.ctx)).toContainEqual({ topic: names.topic, pending: 1 });
  broker.clock.advance(60 * SECOND);
  await giveUpTransactions(broker.ctx);
  expect(await record(messageId)).toMatchObject({ state: 'given-up', resolved_by: 'lifetime', checks: 0 });
});

test('two processes ask about one message once; what was answered is not asked again', async () => {
  const names = await makeNames();
  const receipts = await Promise.all(Array.from({ length: 40 }, () => sendHalf(names.topic)));
  broker.clock.advance(60 * SECOND);
  const claimed = await Promise.all(
    Array.from({ length: 8 }, () => claimChecks(broker.ctx, { topics: [names.topic], limit: 16 })),
  );
  const asked = claimed.flat().map(({ message }) => message.messageId);
  expect(new Set(asked).size).toBe(asked.length);
  for (
    let more = [...claimed.flat()];
    more.length > 0;
    more = await claimChecks(broker.ctx, { topics: [names.topic], limit: 16 })
  ) {
    for (const { message, transactionId, check } of more) {
      expect(check).toBe(1);
      const answer = { topic: names.topic, messageId: message.messageId, transactionId, resolution: 'commit' } as const;
      await endTransaction(broker.ctx, { ...answer, source: 'server-check', clientId: 'producer-2' });
    }
  }
  expect(await countTransactions(broker.ctx)).not.toContainEqual(expect.objectContaining({ topic: names.topic }));
  expect(await record(receipts[0]?.messageId ?? '')).toMatchObject({
    resolved_by: 'server-check',
    resolver: 'producer-2',
    checks: 1,
  });
});

test('a lowered limit of checks counts at the next look', async () => {
  const names = await makeNames();
  const { messageId } = await sendHalf(names.topic);
  const strict = await createBrokerContext({
    ...broker.ctx,
    clock: broker.clock,
    transactions: { ...DEFAULT_TRANSACTIONS, maxChecks: 2 },
  });
  for (let check = 1; check <= 3; check += 1) {
    broker.clock.advance(60 * SECOND);
    await claimChecks(broker.ctx, { topics: [names.topic], limit: 10 });
  }
  broker.clock.advance(60 * SECOND);
  expect(await claimChecks(strict, { topics: [names.topic], limit: 10 })).toEqual([]);
  await giveUpTransactions(strict);
  expect(await record(messageId)).toMatchObject({ state: 'given-up', resolved_by: 'check-limit', checks: 3 });
});

test('a change of segment between half message and commit loses nothing', async () => {
  const names = await makeNames();
  const receipt = await sendHalf(names.topic, { body: Buffer.from('over the edge') });
  await broker.database.store.console.query('UPDATE segment SET opened_at = $1', [broker.clock.nowOrNull()]);
  broker.clock.advance(DEFAULT_RETENTION.segmentMs);
  expect((await keepHouse(broker.ctx, DEFAULT_RETENTION)).opened).not.toBeNull();
  await end(names.topic, receipt, 'commit');
  const [delivered] = await receiveNow(broker.ctx, names);
  expect(delivered?.body.toString()).toBe('over the edge');
  const { rows } = await broker.database.store.console.query(
    'SELECT seg = (SELECT max(seg) FROM segment) AS newest FROM message WHERE msg_id = $1',
    [receipt.messageId],
  );
  expect(rows).toEqual([{ newest: true }]);
});

test('records of resolved half messages go with the retention, waiting ones stay', async () => {
  const names = await makeNames();
  const [over, waiting] = [await sendHalf(names.topic), await sendHalf(names.topic)];
  await end(names.topic, over, 'rollback');
  broker.clock.advance(DEFAULT_RETENTION.retentionMs + SECOND);
  await keepHouse(broker.ctx, DEFAULT_RETENTION);
  expect(await record(over.messageId)).toBeUndefined();
  expect(await record(waiting.messageId)).toMatchObject({ state: 'pending' });
});

test('an operator resolves with a reason, in the audit log; the producer learns of it', async () => {
  const names = await makeNames();
  const receipt = await sendHalf(names.topic, { body: Buffer.from('by hand') });
  const input = { topic: names.topic, messageId: receipt.messageId, resolution: 'commit', actor: ACTOR } as const;
  await expect(resolveTransaction(broker.ctx, { ...input, reason: ' ' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'reason',
  });
  expect(await resolveTransaction(broker.ctx, { ...input, reason: 'the order is paid' })).toEqual({
    state: 'committed',
    changed: true,
  });
  expect(await resolveTransaction(broker.ctx, { ...input, reason: 'again' })).toEqual({
    state: 'committed',
    changed: false,
  });
  await expect(
    resolveTransaction(broker.ctx, { ...input, resolution: 'rollback', reason: 'no' }),
  ).rejects.toMatchObject({ code: 'transaction-ended' });
  await expect(resolveTransaction(broker.ctx, { ...input, messageId: 'nobody', reason: 'x' })).rejects.toMatchObject({
    code: 'transaction-not-found',
  });
  await expect(end(names.topic, receipt, 'rollback')).rejects.toMatchObject({ code: 'transaction-ended' });
  expect(await bodies(names)).toEqual(['by hand']);
  expect(await record(receipt.messageId)).toMatchObject({ resolved_by: 'operator', resolver: 'test' });
  const { rows } = await broker.database.store.console.query(
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

test('lists: waiting ones oldest first, resolved ones newest first, page by page', async () => {
  const names = await makeNames();
  const ids: string[] = [];
  for (let number = 0; number < 5; number += 1) {
    const receipt = await sendHalf(names.topic);
    ids.push(receipt.messageId);
    broker.clock.advance(SECOND);
    if (number >= 3) await end(names.topic, receipt, number === 3 ? 'commit' : 'rollback');
  }
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await listTransactions(broker.ctx, { topic: names.topic, state: 'pending', limit: 2, cursor });
    pages.push(page.items.map(({ messageId }) => messageId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 3)]);
  const resolved = await listTransactions(broker.ctx, { topic: names.topic, state: 'resolved', limit: 1 });
  expect(resolved.items).toMatchObject([{ messageId: ids[4], state: 'rolled-back', resolvedBy: 'client' }]);
  const next = await listTransactions(broker.ctx, {
    topic: names.topic,
    state: 'resolved',
    cursor: resolved.nextCursor ?? '',
  });
  expect(next.items.map(({ messageId }) => messageId)).toEqual([ids[3]]);
  const committed = await listTransactions(broker.ctx, { topic: names.topic, state: 'committed' });
  expect(committed.items.map(({ messageId }) => messageId)).toEqual([ids[3]]);
  await expect(
    listTransactions(broker.ctx, { topic: names.topic, state: 'pending', cursor: 'x' }),
  ).rejects.toMatchObject({ field: 'cursor' });
});

test('only TRANSACTION messages enter the topic, and none with a message group', async () => {
  const { topic } = await makeNames();
  await expect(send(broker.ctx, { topic, messages: [testMessage()] })).rejects.toMatchObject({
    code: 'message-type-conflict',
    limit: 'TRANSACTION',
  });
  await expect(sendHalf(topic, { messageGroup: 'g' })).rejects.toMatchObject({
    code: 'message-type-conflict',
    field: 'messageGroup',
  });
  expect(broker.counted.get('rocketmq_commit_messages_total')).toBeGreaterThan(0);
  expect(broker.counted.get('rocketmq_rollback_messages_total')).toBeGreaterThan(0);
});
