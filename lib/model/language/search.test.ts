import { expect, test } from 'vitest';
import { folded, hasWords, placeIn } from './search';

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
