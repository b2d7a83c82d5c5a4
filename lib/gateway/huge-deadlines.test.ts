import { expect, test } from 'vitest';

import { isHuge } from './huge-deadlines';

test.each([
  ['2562047H', true],
  ['597H', true],
  ['596H', false],
  ['2147484S', true],
  ['2147483S', false],
  ['99999999m', false],
  ['99999999n', false],
  ['3000m', false],
  ['nonsense', false],
  [undefined, false],
])('%s: %s', (timeout, huge) => {
  expect(isHuge(timeout)).toBe(huge);
});
