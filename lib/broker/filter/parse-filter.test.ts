import { expect, test } from 'vitest';

import { LIMITS } from '../../model/limits';
import { LeastRecentlyUsed } from './least-recently-used';
import { parseFilter } from './parse-filter';

test.each([
  ['*', null],
  ['', null],
  [' * ', ['*']],
  ['TagA', ['TagA']],
  [' b || a || b ', ['a', 'b']],
  ['a || *', ['*', 'a']],
  ['a||||b', ['a', 'b']],
  ['a||', ['a']],
  ['||a', ['a']],
  ['a|| ||b', ['a', 'b']],
  ['x'.repeat(10_240), ['x'.repeat(10_240)]],
])('%j matches %j', (expression, tags) => {
  expect(parseFilter({ type: 'TAG', expression }).tags).toEqual(tags);
});

test.each(['||', ' ', ' || || ', 'a | b', 'a ||| b', 'x'.repeat(LIMITS.filterChars + 1)])(
  '%.20s… is refused',
  (expression) => {
    expect(() => parseFilter({ type: 'TAG', expression })).toThrow(
      expect.objectContaining({ code: 'illegal-filter', field: 'filter' }),
    );
  },
);

test('an SQL expression is parsed once and shares a lane with its like, never with a tag', () => {
  const filter = { type: 'SQL', expression: "TAGS = 'a'" } as const;
  expect(parseFilter(filter)).toBe(parseFilter({ ...filter }));
  expect(parseFilter(filter).key).not.toBe(parseFilter({ type: 'TAG', expression: filter.expression }).key);
  expect(() => parseFilter({ type: 'SQL', expression: 'TAGS =' })).toThrow(
    expect.objectContaining({ code: 'illegal-filter', field: 'filter' }),
  );
});

test('the cache forgets what was not asked for the longest', () => {
  const cache = new LeastRecentlyUsed<number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.size, cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([2, 1, undefined, 3]);
});
