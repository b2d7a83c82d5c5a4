// @module-tag landing
import { afterAll, beforeAll, expect, test } from 'vitest';

import { openSession } from '../../auth/session';
import { LIMITS } from '../../model/limits';
import { REQUEST_LIMITS } from '../../model/request-limits';
import { withMetadata } from '../../store/metadata';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { receiveNow } from '../../testing/broker';
import { browser } from '../../testing/next';
import { Scene } from '../../testing/scene';
import { previewEditsAction } from '../actions/redrives';
import { sendTestMessageAction } from '../actions/topics';
import { startRedrive as startOperation } from '../operations/redrives/start';
import { route } from '../http/operation';
import { sendTestMessage } from '../operations/topics/send-test';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
  const { prisma } = api.broker.database.store;
  const { operatorId } = await prisma.operator.create({ data: { email: 'op@example.com', role: 'operator' } });
  const session = await withMetadata(prisma, (tx) =>
    openSession(tx, { operatorId, email: 'op@example.com' }, { address: '127.0.0.1', agent: 'test' }),
  );
  const cookie = `redrive-session=${session}`;
  browser.headers = new Headers({ host: 'console.test', origin: 'http://console.test', cookie });
});
afterAll(() => api.close());

const MOST = LIMITS.bodyBytes;
/** In JSON each byte takes two. */
const QUOTES = '"'.repeat(MOST);

test.each([
  ['text in which every byte is escaped', QUOTES, false],
  ['bytes as base64', Buffer.alloc(MOST, 0xff).toString('base64'), true],
])('a body of 4 MiB is sent through the API and by the console: %s', async (_, body, bodyBase64) => {
  const at = await Scene.open(api.broker, { maxRetries: 0 });
  const input = { topic: at.topic, body, bodyBase64, reason: 'test' };
  expect(await call(route(sendTestMessage), { body: input })).toMatchObject({ status: 201 });
  expect(await sendTestMessageAction(input as never)).toMatchObject({ ok: true });
  const received = await receiveNow(api.broker.ctx, { group: at.group, topic: at.topic, batchSize: 2 });
  expect(received.map((message) => message.body.length)).toEqual([MOST, MOST]);
});

test('one byte more is refused by name, and a request that is longer than any body says what it may have', async () => {
  const at = await Scene.open(api.broker, { maxRetries: 0 });
  const answer = await call(route(sendTestMessage), { body: { topic: at.topic, body: `${QUOTES}x`, reason: 'test' } });
  expect(answer).toMatchObject({ status: 413, data: { error: { field: 'body', limit: MOST, value: MOST + 1 } } });
  const body = { topic: at.topic, body: QUOTES, reason: 'x'.repeat(300_000) };
  expect(await call(route(sendTestMessage), { body })).toMatchObject({
    ...{ status: 413, data: { error: { code: 'body-too-large', limit: REQUEST_LIMITS.messageBytes } } },
  });
});

test('a dead letter is edited to a body of 4 MiB: the plan through the API, the preview of the console', async () => {
  const at = await Scene.open(api.broker, { maxRetries: 0 });
  const messageId = await at.send({ body: Buffer.from('{}') });
  await at.fail(await at.one(at.push()));
  const edits = { messages: [{ messageId, body: QUOTES }] };
  const planned = await call(route(startOperation), { body: { group: at.group, all: true, dryRun: true, edits } });
  expect(planned).toMatchObject({ status: 200, data: { edits: { changed: 1 } } });
  const { throughId } = planned.data as { throughId: number };
  const selection = { messageIds: [messageId], throughId };
  expect(await previewEditsAction({ group: at.group, selection, edits })).toMatchObject({ ok: true });
});
