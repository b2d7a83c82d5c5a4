import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../../auth/session';
import { createTopic } from '../../broker';
import { BrokerError } from '../../model/errors';
import { LANGUAGE_HEADER } from '../../model/language/languages';
import { told } from '../../model/language/t';
import { withMetadata } from '../../store/metadata';
import { call, openTestApi, type TestApi } from '../../testing/api';
import { browser } from '../../testing/next';
import { createTopicAction } from '../actions/topics';
import { createTopic as operation } from '../operations/topics/create';
import { route } from '../http/operation';
import { speakTo } from '../http/language';

const REQUEST = Symbol.for('redrive.request');
const held = globalThis as { [REQUEST]?: AsyncLocalStorage<object> | undefined };
const before = held[REQUEST];
const requests = new AsyncLocalStorage<object>();

let api: TestApi;
let session = '';

beforeAll(async () => {
  held[REQUEST] = requests;
  api = await openTestApi();
  const { ctx, database } = api.broker;
  const { prisma } = database.store;
  const email = 'admin@example.com';
  await createTopic(ctx, { name: 'orders', messageType: 'NORMAL', queues: 1, actor: { kind: 'system', name: 'test' } });
  const { operatorId } = await prisma.operator.create({ data: { email, role: 'admin' } });
  session = await withMetadata(prisma, (tx) =>
    openSession(tx, { operatorId, email }, { address: '127.0.0.1', agent: 'test' }),
  );
}, 60_000);
afterAll(async () => {
  held[REQUEST] = before;
  await api.close();
});

const ofPage = (language: string) =>
  new Headers({
    ...{ host: 'console.test', origin: 'http://console.test', cookie: `redrive-session=${session}` },
    [LANGUAGE_HEADER]: language,
  });

/** What a page is answered that is shown in this language. */
async function refusedOn(language: string, input: unknown) {
  browser.headers = ofPage(language);
  const answer = await requests.run({}, () => createTopicAction(input as Parameters<typeof createTopicAction>[0]));
  return answer.ok ? null : answer.error;
}

const TWICE = { name: 'orders', type: 'NORMAL', queues: 1 };

test.each([
  ['zh-CN', '主题 orders 已存在。'],
  ['ja', 'トピックordersはすでに存在します。'],
  ['en', 'Topic orders already exists.'],
])('a refused action answers its page in %s', async (language, message) => {
  expect(await refusedOn(language, TWICE)).toMatchObject({ code: 'already-exists', message });
});

test('what a schema refuses is translated at its field', async () => {
  const refused = await refusedOn('zh-CN', { ...TWICE, name: 7 });
  expect(refused?.problems?.map(({ message }) => message)).toEqual(['name 必须为文本（当前为 7）。']);
});

test('a program has the same refusal in English, whatever it accepts', async () => {
  browser.headers = new Headers({ 'accept-language': 'zh-CN' });
  const { data } = await requests.run({}, () => call(route(operation), { body: TWICE }));
  expect(data['error']).toMatchObject({ code: 'already-exists', message: 'Topic orders already exists.' });
});

test('what is kept of a refusal is English, also of one that a page was shown in Chinese', () => {
  requests.run({}, () => {
    speakTo(ofPage('zh-CN'), null);
    const error = new BrokerError('conflict', told('Topic {name} already exists.', { name: 'orders' }), {
      field: 'name',
    });
    expect([error.message, error.shown]).toEqual(['Topic orders already exists.', '主题 orders 已存在。']);
    expect(error.problems[0]?.message).toBe('Topic orders already exists.');
  });
});
