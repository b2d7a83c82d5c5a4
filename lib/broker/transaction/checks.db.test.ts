import { expect, test } from 'vitest';

import { DEFAULT_TRANSACTIONS } from '../../model/message/half-message';
import { receiveNow } from '../../testing/broker';
import { createBrokerContext } from '../create-context';
import { send } from '../message/send';
import { claimChecks } from './claim-checks';
import { endTransaction } from './end';
import { giveUpTransactions } from './give-up';
import { returnChecks } from './return-checks';
import { countTransactions, findTransactions } from './list';
import { transactionStage } from '../../testing/transactions';

const { stage, makeNames, half, sendHalf, end, record } = transactionStage();
const SECOND = 1000;
const HOUR = 3_600_000;

test('[case 74] checks: the first after the interval, 15 in all, then given up an interval later', async () => {
  const names = await makeNames();
  const message = half({ properties: { order: '7' }, keys: ['k'], body: Buffer.from('unsettled') });
  await send(stage.broker.ctx, { topic: names.topic, messages: [message], clientId: 'producer-1' });
  const claim = () => claimChecks(stage.broker.ctx, { topics: [names.topic], limit: 10 });
  stage.broker.clock.advance(59 * SECOND);
  expect(await claim()).toEqual([]);
  stage.broker.clock.advance(SECOND);
  const [first] = await claim();
  expect(first).toMatchObject({ topic: names.topic, check: 1, message: { ...message, bornAt: message.bornAt } });
  for (let check = 2; check <= 15; check += 1) {
    stage.broker.clock.advance(59 * SECOND);
    expect(await claim()).toEqual([]);
    stage.broker.clock.advance(SECOND);
    expect(await claim()).toMatchObject([{ check, transactionId: first?.transactionId }]);
  }
  stage.broker.clock.advance(59 * SECOND);
  await giveUpTransactions(stage.broker.ctx);
  expect(await findTransactions(stage.broker.ctx, message.messageId)).toMatchObject([
    { state: 'pending', checks: 15, nextCheckAt: null },
  ]);
  stage.broker.clock.advance(SECOND);
  expect(await claim()).toEqual([]);
  await giveUpTransactions(stage.broker.ctx);
  expect(await record(message.messageId)).toEqual({
    state: 'given-up',
    resolved_by: 'check-limit',
    resolver: null,
    checks: 15,
    kept: true,
    placed: false,
  });
  const receipt = { messageId: message.messageId, transactionId: first?.transactionId ?? '' };
  await expect(end(names.topic, receipt, 'commit')).rejects.toMatchObject({
    code: 'transaction-ended',
    message: expect.stringContaining('given up'),
  });
  expect(await end(names.topic, receipt, 'rollback')).toEqual({ state: 'rolled-back', changed: true });
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
});

test('[case 74] a check that reached no producer does not count and is due again; the last one does not end the message either', async () => {
  const names = await makeNames();
  const { messageId } = await sendHalf(names.topic);
  const claim = () => claimChecks(stage.broker.ctx, { topics: [names.topic], limit: 10 });
  const standing = async () => (await findTransactions(stage.broker.ctx, messageId))[0];
  for (let check = 1; check <= 15; check += 1) {
    stage.broker.clock.advance(60 * SECOND);
    const before = await standing();
    const lost = await claim();
    expect(lost).toMatchObject([{ check }]);
    await returnChecks(stage.broker.ctx, lost);
    // A second time, as when two processes mean the same one, takes nothing back.
    await returnChecks(stage.broker.ctx, lost);
    expect(await standing()).toMatchObject({ checks: check - 1, lastCheckAt: before?.lastCheckAt ?? null });
    expect(await claim()).toMatchObject([{ check }]);
    // One that was checked again meanwhile is not taken back.
    if (check < 15)
      await returnChecks(
        stage.broker.ctx,
        lost.map((each) => ({ ...each, check: check - 1 })),
      );
    expect(await standing()).toMatchObject({ checks: check });
  }
  await giveUpTransactions(stage.broker.ctx);
  expect(await standing()).toMatchObject({ state: 'pending', checks: 15, nextCheckAt: null });
  stage.broker.clock.advance(60 * SECOND);
  await giveUpTransactions(stage.broker.ctx);
  expect(await record(messageId)).toMatchObject({ state: 'given-up', resolved_by: 'check-limit', checks: 15 });
});

test('[case 74] the last check reached no producer: the message is kept for another one', async () => {
  const names = await makeNames();
  const { messageId } = await sendHalf(names.topic);
  const strict = await createBrokerContext({
    ...stage.broker.ctx,
    clock: stage.broker.clock,
    transactions: { ...DEFAULT_TRANSACTIONS, maxChecks: 1 },
  });
  stage.broker.clock.advance(60 * SECOND);
  await returnChecks(strict, await claimChecks(strict, { topics: [names.topic], limit: 10 }));
  stage.broker.clock.advance(HOUR);
  await giveUpTransactions(strict);
  expect(await record(messageId)).toMatchObject({ state: 'pending', checks: 0 });
  expect(await claimChecks(strict, { topics: [names.topic], limit: 10 })).toMatchObject([{ check: 1 }]);
});

test('[case 75] a message may set the time of its first check, up to an hour', async () => {
  const names = await makeNames();
  const claim = async () =>
    (await claimChecks(stage.broker.ctx, { topics: [names.topic], limit: 10 })).map(({ message }) => message.messageId);
  const soon = await sendHalf(names.topic, { recoverAfterMs: 10 * SECOND });
  const late = await sendHalf(names.topic, { recoverAfterMs: HOUR });
  stage.broker.clock.advance(10 * SECOND);
  expect(await claim()).toEqual([soon.messageId]);
  stage.broker.clock.advance(HOUR - 11 * SECOND);
  expect(await claim()).toEqual([soon.messageId]);
  stage.broker.clock.advance(SECOND);
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
    stage.broker.clock.advance(60 * SECOND);
    if (minutes % 30 === 0) await giveUpTransactions(stage.broker.ctx);
    expect(await claimChecks(stage.broker.ctx, { topics: ['other'], limit: 10 })).toEqual([]);
  }
  expect(await record(messageId)).toMatchObject({ state: 'pending', checks: 0 });
  expect(await countTransactions(stage.broker.ctx)).toContainEqual({ topic: names.topic, pending: 1 });
  stage.broker.clock.advance(60 * SECOND);
  // Its time is over, although nothing has ended it yet.
  expect(await claimChecks(stage.broker.ctx, { topics: [names.topic], limit: 10 })).toEqual([]);
  await giveUpTransactions(stage.broker.ctx);
  expect(await record(messageId)).toMatchObject({ state: 'given-up', resolved_by: 'lifetime', checks: 0 });
});

test('two processes check one message once; an answered message is not checked again', async () => {
  const names = await makeNames();
  const receipts = await Promise.all(Array.from({ length: 40 }, () => sendHalf(names.topic)));
  stage.broker.clock.advance(60 * SECOND);
  const claimed = await Promise.all(
    Array.from({ length: 8 }, () => claimChecks(stage.broker.ctx, { topics: [names.topic], limit: 16 })),
  );
  const asked = claimed.flat().map(({ message }) => message.messageId);
  expect(new Set(asked).size).toBe(asked.length);
  for (
    let more = [...claimed.flat()];
    more.length > 0;
    more = await claimChecks(stage.broker.ctx, { topics: [names.topic], limit: 16 })
  ) {
    for (const { message, transactionId, check } of more) {
      expect(check).toBe(1);
      const answer = { topic: names.topic, messageId: message.messageId, transactionId, resolution: 'commit' } as const;
      await endTransaction(stage.broker.ctx, { ...answer, source: 'server-check', clientId: 'producer-2' });
    }
  }
  expect(await countTransactions(stage.broker.ctx)).not.toContainEqual(expect.objectContaining({ topic: names.topic }));
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
    ...stage.broker.ctx,
    clock: stage.broker.clock,
    transactions: { ...DEFAULT_TRANSACTIONS, maxChecks: 2 },
  });
  for (let check = 1; check <= 3; check += 1) {
    stage.broker.clock.advance(60 * SECOND);
    await claimChecks(stage.broker.ctx, { topics: [names.topic], limit: 10 });
  }
  stage.broker.clock.advance(60 * SECOND);
  expect(await claimChecks(strict, { topics: [names.topic], limit: 10 })).toEqual([]);
  await giveUpTransactions(strict);
  expect(await record(messageId)).toMatchObject({ state: 'given-up', resolved_by: 'check-limit', checks: 3 });
});
