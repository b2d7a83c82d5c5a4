import { afterEach, expect, test } from 'vitest';
import { setSpeechOfDocument } from '../../model/language/speech';
import { Shared } from './shared';

const MINUTE_MS = 60_000;
const speak = (language: 'en' | 'ja') => setSpeechOfDocument({ language, messages: {} });
afterEach(() => speak('en'));

test('who asks in another language gets an answer of their own; what is forgotten is forgotten in each', async () => {
  const shared = new Shared();
  const ask = (says: string) => shared.read('replicas', MINUTE_MS, () => Promise.resolve(says));
  speak('ja');
  expect(await ask('報告なし')).toBe('報告なし');
  speak('en');
  expect(await ask('not reported')).toBe('not reported');
  expect(await ask('again')).toBe('not reported');
  shared.forget('replicas');
  expect(await ask('again')).toBe('again');
  speak('ja');
  expect(await ask('もう一度')).toBe('もう一度');
});
