import { expect, test } from 'vitest';
import { SetBounds } from './set-bound';

const bounds = new SetBounds(Buffer.alloc(32, 7));

test('a bound comes back as it was, and is a number that JSON holds', () => {
  for (const bound of [0, 1, 2, 4711, 2 ** 26, 2 ** 31, 2 ** 40 - 1])
    for (const group of [1, 2, 70_000]) {
      const shown = bounds.hide(group, bound);
      expect(Number.isSafeInteger(shown)).toBe(true);
      expect(bounds.open(group, 'throughId', shown)).toBe(bound);
    }
});

test('bounds that follow each other look unrelated, in one group and in two', () => {
  const shown = Array.from({ length: 200 }, (_, at) => bounds.hide(1, 1000 + at));
  const rising = shown.filter((each, at) => at > 0 && each > (shown[at - 1] ?? 0)).length;
  expect(rising).toBeGreaterThan(60);
  expect(rising).toBeLessThan(140);
  expect(bounds.hide(1, 1000)).not.toBe(bounds.hide(2, 1000));
});

test('what no dry run of the group gave is refused by name', () => {
  const foreign = bounds.hide(2, 1000);
  for (const given of [0, 1, 1000, foreign, 2 ** 52, Number.MAX_SAFE_INTEGER])
    expect(() => bounds.open(1, 'throughEpoch', given)).toThrow('throughEpoch must come from a dry run of this group');
});
