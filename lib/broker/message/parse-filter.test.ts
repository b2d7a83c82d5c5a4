import { expect, test } from 'vitest';

import { parseTagFilter } from './parse-filter';

test.each([
  ['*', null],
  ['', null],
  ['TagA', ['TagA']],
  [' b || a || b ', ['a', 'b']],
  ['a || *', null],
])('%j matches %j', (expression, tags) => {
  expect(parseTagFilter({ type: 'TAG', expression })).toEqual(tags);
});

test.each([
  'a ||',
  '|| a',
  'a | b',
  'x'.repeat(4097),
  Array.from({ length: 257 }, (_, index) => `t${index}`).join('||'),
])('%.20s… is refused', (expression) => {
  expect(() => parseTagFilter({ type: 'TAG', expression })).toThrow(
    expect.objectContaining({ code: 'illegal-filter', field: 'filter' }),
  );
});
