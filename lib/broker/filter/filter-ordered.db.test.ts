import { expect, test } from 'vitest';

import type { DeliveredMessage } from '../../model/message/message';
import { receiveNow } from '../../testing/broker';
import { filterStage, ids, sql } from '../../testing/filters';
import { ack } from '../delivery/ack';
import { fail } from '../delivery/fail';

const { stage, scene, sendMany, ackAll, books, state } = filterStage();

test('an ordered group: what does not match frees its key, and the rest keeps its order', async () => {
  const names = await scene({ deliveryOrder: 'ordered', maxRetries: 2 });
  const messages = await sendMany(names.topic, 120, (index) => ({
    messageGroup: `key-${index % 3}`,
    properties: { n: String(index), kind: index % 10 < 2 ? 'wanted' : 'other' },
  }));
  const filter = sql("kind = 'wanted'");
  const got: DeliveredMessage[] = [];
  for (let turn = 0; turn < 100; turn += 1) {
    const batch = await receiveNow(stage.broker.ctx, {
      ...names,
      filter,
      batchSize: 5,
      autoRenew: false,
      invisibleMs: 10_000,
    });
    if (batch.length === 0) break;
    await ackAll(names, batch);
    got.push(...batch);
  }
  for (const key of ['key-0', 'key-1', 'key-2'])
    expect(ids(got.filter(({ messageGroup }) => messageGroup === key))).toEqual(
      ids(messages.filter(({ messageGroup, properties }) => messageGroup === key && properties['kind'] === 'wanted')),
    );
  expect(got).toHaveLength(24);
  expect(await books(names)).toMatchObject({ open: 0, failed: 0, leased: 24, acked: 24, retries: 0, keys: 0 });
});

test('an ordered group: a failed head that no longer matches does not block its key', async () => {
  const names = await scene({ deliveryOrder: 'ordered', maxRetries: 5 });
  const [head, second] = await sendMany(names.topic, 3, (index) => ({
    messageGroup: 'k',
    properties: { n: String(index) },
  }));
  const [first] = await receiveNow(stage.broker.ctx, { ...names, batchSize: 1 });
  expect(first?.messageId).toBe(head?.messageId);
  await fail(stage.broker.ctx, { ...names, receiptHandle: first?.receiptHandle ?? '', messageId: 'x', clientId: 'c' });
  stage.broker.clock.advance(3000);
  const next = await receiveNow(stage.broker.ctx, { ...names, filter: sql('n = 1') });
  expect(ids(next)).toEqual([second?.messageId]);
  await ackAll(names, next);
  expect(await receiveNow(stage.broker.ctx, { ...names, filter: sql('n = 1') })).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, retries: 0, keys: 0, dead: 0 });
  expect(await state(names, head?.messageId ?? '')).toBe('filtered-out');
});

test('an ordered group: a held head lets other keys pass; then what the cursor left behind comes in order, in long stretches', async () => {
  const names = await scene({ deliveryOrder: 'ordered' });
  const isWanted = (index: number): boolean => index % 90 === 0;
  const messages = await sendMany(names.topic, 900, (index) => ({
    messageGroup: index % 9 === 8 ? `other-${index}` : 'hot',
    properties: { kind: isWanted(index) || index === 8 ? 'wanted' : 'other' },
  }));
  const ask = { ...names, filter: sql("kind = 'wanted'"), batchSize: 1 };
  const [head] = await receiveNow(stage.broker.ctx, ask);
  expect(head?.messageId).toBe(messages[0]?.messageId);
  const [other] = await receiveNow(stage.broker.ctx, ask);
  expect(other?.messageId).toBe(messages[8]?.messageId);
  expect(await receiveNow(stage.broker.ctx, ask)).toEqual([]);
  await ackAll(names, head === undefined ? [] : [head]);
  const got: DeliveredMessage[] = [];
  for (let batch; (batch = await receiveNow(stage.broker.ctx, ask)).length > 0; got.push(...batch))
    await ackAll(names, batch);
  expect(ids(got)).toEqual(ids(messages.filter((_, index) => index > 0 && isWanted(index))));
  await ackAll(names, other === undefined ? [] : [other]);
  expect(await books(names)).toMatchObject({ open: 0, failed: 0, retries: 0, keys: 0, dead: 0 });
});

test('an ordered group: many consumers at once, some failing: each key in order, nothing lost, nothing extra', async () => {
  const names = await scene(
    { deliveryOrder: 'ordered', maxRetries: 50, retryPolicy: { type: 'fixed', intervalMs: 100 } },
    2,
  );
  const messages = await sendMany(names.topic, 600, (index) => ({
    messageGroup: `key-${index % 12}`,
    properties: { n: String(index), kind: index % 5 === 0 ? 'wanted' : 'other' },
  }));
  const done: string[] = [];
  const consume = async (clientId: string): Promise<void> => {
    for (let empty = 0; empty < 5;) {
      const batch = await receiveNow(stage.broker.ctx, {
        ...names,
        filter: sql("kind = 'wanted'"),
        batchSize: 3,
        clientId,
      });
      empty = batch.length === 0 ? empty + 1 : 0;
      stage.broker.clock.advance(200);
      for (const { receiptHandle, messageId, attempt } of batch) {
        if (attempt < 3 && messageId.charCodeAt(messageId.length - 1) % 3 === 0)
          await fail(stage.broker.ctx, { ...names, receiptHandle, messageId, clientId });
        else {
          const [outcome] = await ack(stage.broker.ctx, { ...names, entries: [{ messageId, receiptHandle }] });
          if (outcome?.error === null) done.push(messageId);
        }
      }
    }
  };
  await Promise.all(['c1', 'c2', 'c3', 'c4'].map((clientId) => consume(clientId)));
  const wanted = messages.filter(({ properties }) => properties['kind'] === 'wanted');
  expect([...new Set(done)].toSorted()).toEqual(ids(wanted).toSorted());
  for (let key = 0; key < 12; key += 1) {
    const ofKey = ids(wanted.filter(({ messageGroup }) => messageGroup === `key-${key}`));
    // Behind a failed head what was acknowledged ahead of its turn comes again: the last time counts.
    expect(ofKey.toSorted((a, b) => done.lastIndexOf(a) - done.lastIndexOf(b))).toEqual(ofKey);
  }
  expect(await books(names)).toMatchObject({ open: 0, retries: 0, keys: 0, dead: 0 });
});
