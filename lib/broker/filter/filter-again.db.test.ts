import { expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { receiveNow } from '../../testing/broker';
import { filterStage, sql } from '../../testing/filters';
import { expire } from '../delivery/expire';
import { fail } from '../delivery/fail';
import { readTimeline } from '../message/read-timeline';
import { readRedrive } from '../redrive/read';
import { startRedrive } from '../redrive/start';
import { stepRedrives } from '../redrive/step';

const { stage, scene, sendMany, books, state } = filterStage();

test('a message that failed is filtered again: its group has another filter now, so it is consumed without a delivery', async () => {
  const names = await scene({ maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 1000 } });
  const [message] = await sendMany(names.topic, 1, () => ({ tag: 'a', properties: { n: '1' } }));
  for (const attempt of [1, 2]) {
    const [delivered] = await receiveNow(stage.broker.ctx, { ...names, filter: sql('n = 1') });
    expect(delivered).toMatchObject({ messageId: message?.messageId, attempt });
    await fail(stage.broker.ctx, {
      ...names,
      ...delivered,
      receiptHandle: delivered?.receiptHandle ?? '',
      messageId: 'x',
      clientId: 'c',
    });
    stage.broker.clock.advance(1000);
  }
  expect(await receiveNow(stage.broker.ctx, { ...names, filter: sql('n = 2') })).toEqual([]);
  stage.broker.clock.advance(60_000);
  await expire(stage.broker.ctx);
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ open: 0, retries: 0, dead: 0 });
  const [timeline] = await readTimeline(stage.broker.ctx, { messageId: message?.messageId ?? '' });
  expect(timeline?.state).toBe('filtered-out');
  expect(timeline?.deliveries.map(({ state: end, cause }) => [end, cause])).toEqual([
    ['failed', 'nack'],
    ['failed', 'nack'],
  ]);
});

test('a message that failed under another tag filter is consumed without a delivery too', async () => {
  const names = await scene({ retryPolicy: { type: 'fixed', intervalMs: 1000 } });
  await sendMany(names.topic, 1, () => ({ tag: 'a' }));
  const [delivered] = await receiveNow(stage.broker.ctx, { ...names, filter: { type: 'TAG', expression: 'a' } });
  await fail(stage.broker.ctx, {
    ...names,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId: 'x',
    clientId: 'c',
  });
  stage.broker.clock.advance(1000);
  expect(await receiveNow(stage.broker.ctx, { ...names, filter: { type: 'TAG', expression: 'b || c' } })).toEqual([]);
  expect(await receiveNow(stage.broker.ctx, names)).toEqual([]);
  expect(await books(names)).toMatchObject({ retries: 0, dead: 0 });
});

test('a re-driven message that the filter leaves out was not consumed: its verdict says so', async () => {
  const names = await scene({ maxRetries: 0 });
  const [message] = await sendMany(names.topic, 1, () => ({ tag: 'a' }));
  const [delivered] = await receiveNow(stage.broker.ctx, names);
  await fail(stage.broker.ctx, {
    ...names,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId: 'x',
    clientId: 'c',
  });
  const actor = systemActor('test');
  const { redriveId } = await startRedrive(stage.broker.ctx, { group: names.group, all: true, reason: 'test', actor });
  await stepRedrives(stage.broker.ctx);
  expect(await receiveNow(stage.broker.ctx, { ...names, filter: sql("TAGS = 'b'") })).toEqual([]);
  expect((await readRedrive(stage.broker.ctx, redriveId)).counts).toMatchObject({
    filteredOut: 1,
    consumed: 0,
    unknown: 0,
  });
  expect(await state(names, message?.messageId ?? '')).toBe('filtered-out');
});
