import { expect, test } from 'vitest';
import { onceWords } from './causes.model';

type Asked = Parameters<typeof onceWords>[0];
const figures: Asked['figures'] = { failedDeliveries: 3, keys: 3, keysTwice: 0, keysRead: 3 };
const once: Asked = { letters: 3, figures, keys: [{ key: 'a', count: 1 }] };

test('keys that each occur once are one sentence; a table is for keys that differ', () => {
  expect(onceWords(once)).toBe('Each key appears once: no key fails more often than others.');
  expect(onceWords({ ...once, letters: 50_000 })).toBe('Each key appears once among the newest 3.');
  expect(onceWords({ ...once, figures: { ...figures, keys: 0 }, keys: [{ key: null, count: 1 }] })).toBe(
    'None of these messages has a key.',
  );
  expect(onceWords({ ...once, figures: { ...figures, keysTwice: 1 } })).toBeNull();
  expect(onceWords({ ...once, keys: [{ key: null, count: 3 }] })).toBeNull();
});
