import { expect, test } from 'vitest';
import { Pace } from './pace';

test('a rate is of the last minute, and unknown at the first reading', () => {
  const pace = new Pace();
  pace.add(1000);
  expect(pace.read(0)).toBeNull();
  pace.add(50);
  expect(pace.read(5_000)).toBe(10);
  for (let at = 10_000; at <= 65_000; at += 5_000) expect(pace.read(at)).toBeLessThan(10);
  // The 50 were before the last minute.
  expect(pace.read(70_000)).toBe(0);
  pace.add(120);
  expect(pace.read(75_000)).toBe(2);
});
