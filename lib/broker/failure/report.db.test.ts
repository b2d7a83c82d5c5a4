import { afterAll, beforeAll, expect, test } from 'vitest';

import { systemActor } from '../../model/audit/actor';
import { createTestBroker, receiveNow, type TestBroker, testMessage } from '../../testing/broker';
import { browseDeadLetters } from '../dead-letter/browse';
import { listDeadLetterCauses } from '../dead-letter/causes';
import { indexLetters } from '../dead-letter/index-letters';
import { fail } from '../delivery/fail';
import { createGroup } from '../group/create';
import { send } from '../message/send';
import { createTopic } from '../topic/create';
import { reportFailure } from './report';

let broker: TestBroker;
const names = { topic: 'orders', group: 'billing' };
beforeAll(async () => {
  broker = await createTestBroker();
  await createGroup(broker.ctx, { name: names.group, actor: systemActor('test'), maxRetries: 0 });
  for (const name of ['orders', 'returns'])
    await createTopic(broker.ctx, { name, messageType: 'NORMAL', queues: 1, actor: systemActor('test') });
});
afterAll(() => broker.close());

const report = { group: names.group, attempt: 1, errorType: 'Timeout', message: 'm' };

async function die(
  topic: string,
  messageId: string,
  error: { errorType: string; message: string } | null,
): Promise<void> {
  await send(broker.ctx, { topic, messages: [testMessage({ messageId, keys: [`key-of-${messageId}`] })] });
  const [delivered] = await receiveNow(broker.ctx, { ...names, topic });
  if (error !== null) await reportFailure(broker.ctx, { ...report, ...error, messageId, topic });
  broker.clock.advance(1000);
  await fail(broker.ctx, {
    group: names.group,
    topic,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId,
    clientId: 'client-1',
  });
}

test('the first report of a delivery stays; the rest is refused with the field named', async () => {
  const { messageId } = testMessage();
  await send(broker.ctx, { topic: 'orders', messages: [testMessage({ messageId })] });
  const input = { ...report, messageId };
  await expect(reportFailure(broker.ctx, input)).rejects.toMatchObject({
    code: 'message-not-found',
    field: 'messageId',
  });
  await receiveNow(broker.ctx, names);
  expect(await reportFailure(broker.ctx, input)).toEqual({ stored: true });
  expect(await reportFailure(broker.ctx, { ...input, message: 'other' })).toEqual({ stored: false });
  expect(
    await reportFailure(broker.ctx, {
      ...input,
      attempt: 2,
      message: 'nul \u0000 inside',
      stack: '\u{1F600}'.repeat(16_000),
    }),
  ).toEqual({ stored: true });
  await expect(reportFailure(broker.ctx, { ...input, errorType: ' ' })).rejects.toMatchObject({ field: 'errorType' });
  await expect(reportFailure(broker.ctx, { ...input, errorType: 'e'.repeat(201) })).rejects.toMatchObject({
    field: 'errorType',
    limit: 200,
    value: 201,
  });
  await expect(reportFailure(broker.ctx, { ...input, message: 'm'.repeat(4001) })).rejects.toMatchObject({
    field: 'message',
    limit: 4000,
    value: 4001,
  });
  await expect(reportFailure(broker.ctx, { ...input, stack: 's'.repeat(16_001) })).rejects.toMatchObject({
    field: 'stack',
    limit: 16_000,
  });
  await expect(reportFailure(broker.ctx, { ...input, attempt: 0 })).rejects.toMatchObject({ field: 'attempt' });
  await expect(reportFailure(broker.ctx, { ...input, group: 'nobody' })).rejects.toMatchObject({
    code: 'group-not-found',
  });
});

test('causes group by type and text without counted numbers; what was not reported is a group of its own', async () => {
  const one = await createGroupNamed('causes');
  for (const [index, error] of [
    { errorType: 'Timeout', message: 'upstream 504 after 5000ms' },
    { errorType: 'Timeout', message: 'upstream 504 after 12ms\nat stack 7' },
    { errorType: 'Conflict', message: 'order "a-1" exists' },
    null,
  ].entries()) {
    await dieIn(one, `C${index}`, error);
  }
  const causes = await listDeadLetterCauses(broker.ctx, { group: one });
  expect(causes).toMatchObject({ matching: 4, groups: 1, causes: 3 });
  expect(causes.items.map(({ errorType, text, count, brokerCause }) => [errorType, text, count, brokerCause])).toEqual(
    expect.arrayContaining([
      ['Timeout', 'upstream 504 after {n}ms', 2, null],
      ['Conflict', 'order {s} exists', 1, null],
      [null, null, 1, 'nack'],
    ]),
  );
  const unreported = causes.items.find(({ errorType }) => errorType === null);
  expect(unreported?.key).toBe('unreported:nack');
  const found = async (filter: Parameters<typeof browseDeadLetters>[1]): Promise<string[]> =>
    (await browseDeadLetters(broker.ctx, { group: one, ...filter })).items.map(({ messageId }) => messageId);
  expect(await found({})).toEqual(['C3', 'C2', 'C1', 'C0']);
  expect(await found({ cause: causes.items[0]?.key })).toEqual(['C1', 'C0']);
  expect(await found({ cause: 'unreported:nack' })).toEqual(['C3']);
  expect(await found({ cause: 'Conflict' })).toEqual(['C2']);
  while (await indexLetters(broker.ctx));
  expect(await found({ q: 'UPSTREAM 504 AFTER 12MS' })).toEqual(['C1']);
  expect(await found({ q: 'key-of-c2' })).toEqual(['C2']);
  await expect(found({ q: '%' })).rejects.toMatchObject({ code: 'bad-request', field: 'q' });
  const first = await browseDeadLetters(broker.ctx, { group: one, limit: 3 });
  expect(first.items).toHaveLength(3);
  expect(await found({ cursor: first.nextCursor ?? '' })).toEqual(['C0']);
  const deadAt = first.items[1]?.deadAt;
  expect(await found({ from: deadAt })).toEqual(['C3', 'C2']);
  expect(await found({ to: deadAt })).toEqual(['C1', 'C0']);
  await expect(browseDeadLetters(broker.ctx, { cursor: 'x' })).rejects.toMatchObject({ field: 'cursor' });
  await expect(browseDeadLetters(broker.ctx, { q: 'x'.repeat(201) })).rejects.toMatchObject({ field: 'q', limit: 200 });
  await expect(browseDeadLetters(broker.ctx, { from: deadAt, to: deadAt })).rejects.toMatchObject({ field: 'from' });
});

test('one id in two topics: the report says which', async () => {
  await die('orders', 'SAME', null);
  await die('returns', 'SAME', { errorType: 'E', message: 'in returns' });
  await expect(reportFailure(broker.ctx, { ...report, messageId: 'SAME' })).rejects.toMatchObject({
    code: 'bad-request',
    field: 'topic',
  });
  while (await indexLetters(broker.ctx));
  const { items } = await browseDeadLetters(broker.ctx, { q: 'same' });
  expect(items.map(({ topic, errorMessage }) => [topic, errorMessage])).toEqual([
    ['returns', 'in returns'],
    ['orders', null],
  ]);
});

async function createGroupNamed(name: string): Promise<string> {
  await createGroup(broker.ctx, { name, actor: systemActor('test'), maxRetries: 0 });
  await createTopic(broker.ctx, {
    name: `${name}-topic`,
    messageType: 'NORMAL',
    queues: 1,
    actor: systemActor('test'),
  });
  return name;
}

async function dieIn(
  group: string,
  messageId: string,
  error: { errorType: string; message: string } | null,
): Promise<void> {
  const topic = `${group}-topic`;
  await send(broker.ctx, { topic, messages: [testMessage({ messageId, keys: [`key-of-${messageId}`] })] });
  const [delivered] = await receiveNow(broker.ctx, { group, topic });
  if (error !== null) await reportFailure(broker.ctx, { ...report, ...error, messageId, group });
  broker.clock.advance(1000);
  await fail(broker.ctx, {
    group,
    topic,
    receiptHandle: delivered?.receiptHandle ?? '',
    messageId,
    clientId: 'client-1',
  });
}
