import { afterEach, expect, test } from 'vitest';
import { compareNames, folded, hasWords, placeIn } from './names';
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

test('full-width letters and digits find the plain ones, and the other way round', () => {
  expect(folded('Ｏｒｄｅｒｓ－１')).toBe('orders-1');
  expect(hasWords('practice-billing ｶﾌｶ', 'ｂｉｌｌｉｎｇ　カフカ')).toBe(true);
  expect(hasWords('practice-billing', 'billing orders')).toBe(false);
  expect(hasWords('anything', '')).toBe(true);
});

test('what is marked is a part of the text as it is written', () => {
  const marked = (text: string, typed: string): string | null => {
    const place = placeIn(text, typed);
    return place === null ? null : text.slice(...place);
  };
  expect(marked('队列 Ｏｒｄｅｒ７', 'order7')).toBe('Ｏｒｄｅｒ７');
  expect(marked('orders', 'ＤＥＲ ')).toBe('der');
  expect(marked('㍿支付', '会社')).toBe('㍿');
  expect(marked('orders', 'x')).toBeNull();
  expect(marked('orders', ' ')).toBeNull();
});
