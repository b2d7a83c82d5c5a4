import { expect, test } from 'vitest';

import { hasBit, mergeBits } from './lease-masks';

test('bits of one lease become one mask, a repeated bit counts once, bit 31 fits', () => {
  const at = (leaseId: number, bit: number) => ({ queueId: 1, leaseId, bit });
  expect(mergeBits([at(7, 0), at(8, 31), at(7, 3), at(7, 0)]).map(({ leaseId, mask }) => [leaseId, mask])).toEqual([
    [7, 9],
    [8, 2 ** 31],
  ]);
});

test.each([
  [9, 0, true],
  [9, 1, false],
  [9, 3, true],
  [2 ** 32 - 1, 31, true],
  [2 ** 31, 30, false],
  [undefined, 0, false],
])('mask %s has bit %s: %s', (mask, bit, has) => {
  expect(hasBit(mask, bit)).toBe(has);
});
