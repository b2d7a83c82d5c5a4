import { expect, test } from 'vitest';

import { LeastRecentlyUsed } from './least-recently-used';

test('entries that are deleted make room: the cache keeps its size when many come and go', () => {
  const cache = new LeastRecentlyUsed<number>(20);
  for (let n = 0; n < 100; n += 1) {
    cache.set('passing by', n);
    cache.delete('passing by');
  }
  cache.set('first kept', 1);
  cache.set('next kept.', 2);
  expect(cache.get('first kept')).toBe(1);
  cache.set('one more..', 3);
  expect([cache.size, cache.get('next kept.')], 'the one that was unused for the longest').toEqual([2, undefined]);
});
