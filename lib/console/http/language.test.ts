import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { speech } from '../../model/language/speech';
import { t } from '../../model/language/t';
import { speakAsPage, speakTo } from './language';

const REQUEST = Symbol.for('redrive.request');
const held = globalThis as { [REQUEST]?: AsyncLocalStorage<object> | undefined };
const before = held[REQUEST];
const requests = new AsyncLocalStorage<object>();

beforeAll(() => {
  held[REQUEST] = requests;
});
afterAll(() => {
  held[REQUEST] = before;
});

const headers = (given: Readonly<Record<string, string>>): Headers => new Headers(given);

test.each([
  [{}, null, 'en'],
  [{ 'accept-language': 'ja' }, null, 'ja'],
  [{ 'accept-language': 'ja', cookie: 'a=b; redrive-language=zh-CN' }, null, 'zh-CN'],
  [{ cookie: 'redrive-language=' }, null, 'en'],
  [{ cookie: 'redrive-language=zh-CN' }, { language: 'ja' }, 'ja'],
  [{ cookie: 'redrive-language=zh-CN' }, { language: null }, 'zh-CN'],
  [{ 'x-redrive-language': 'en' }, { language: 'ja' }, 'en'],
  [{ 'x-redrive-language': 'tlh' }, { language: 'ja' }, 'ja'],
] as const)('%j of %j is answered in %s', (given, principal, language) => {
  requests.run({}, () => {
    speakTo(headers(given), principal);
    expect(speech().language).toBe(language);
  });
});

test('requests at the same time do not meet', async () => {
  const say = (language: string): Promise<string> =>
    requests.run({}, async () => {
      speakTo(headers({ 'accept-language': language }), null);
      await new Promise((resolve) => setImmediate(resolve));
      return t('Dead letters');
    });
  expect(await Promise.all([say('ja'), say('en'), say('zh-CN'), say('ja')])).toEqual([
    'デッドレター',
    'Dead letters',
    '死信',
    'デッドレター',
  ]);
});

test('a program is answered in English, whatever it accepts', () => {
  requests.run({}, () => {
    speakAsPage(headers({ 'accept-language': 'ja', cookie: 'redrive-language=ja' }));
    expect(t('Dead letters')).toBe('Dead letters');
    speakAsPage(headers({ 'x-redrive-language': 'ja' }));
    expect(t('Dead letters')).toBe('デッドレター');
  });
  expect(t('Dead letters')).toBe('Dead letters');
});
