import { expect, test } from 'vitest';

import { DiskLine } from './disk-line';

test('closes below its line, opens at twice the line, and forgets what was read too long ago', () => {
  let nowMs = 0;
  const disk = new DiskLine(100, () => nowMs, 1000);
  const closedAt = (bytes: number): boolean => {
    disk.set(bytes);
    return disk.isClosed();
  };
  expect([100, 99, 100, 199, 200, 100].map(closedAt)).toEqual([false, true, true, true, false, false]);
  expect(closedAt(50)).toBe(true);
  nowMs = 1001;
  expect([disk.bytes(), disk.isClosed(), disk.refuses()]).toEqual([null, false, false]);
});
