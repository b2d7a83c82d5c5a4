import { afterEach, expect, test } from 'vitest';
import { compareNames } from './names';
import { setSpeechOfDocument } from './speech';

afterEach(() => setSpeechOfDocument({ language: 'en', messages: {} }));

test('names are in the order of the language: numbers by value, Chinese by sound, kana by their row', () => {
  const names = ['orders-10', 'Zeta', 'orders-2', 'alpha', 'Alpha'];
  expect(names.toSorted(compareNames)).toEqual(['alpha', 'Alpha', 'orders-2', 'orders-10', 'Zeta']);
  const han = ['支付', '仓库', '订单'];
  setSpeechOfDocument({ language: 'zh-CN', messages: {} });
  expect(han.toSorted(compareNames)).toEqual(['仓库', '订单', '支付']);
  setSpeechOfDocument({ language: 'ja', messages: {} });
  expect(['ワーカー', 'アラーム', 'かいけい'].toSorted(compareNames)).toEqual(['アラーム', 'かいけい', 'ワーカー']);
});

test('no two names are equal', () => {
  expect(['a1', 'a01', 'a001'].toSorted(compareNames)).toEqual(['a001', 'a01', 'a1']);
  expect(compareNames('a', 'a')).toBe(0);
});
