import { expect, test } from 'vitest';
import { known, unknown } from '@/lib/model/reading';
import { courseOf } from './course.model';

const rate = (perSecond: number) => known(perSecond, '2026-01-01T00:00:00Z');

test.each([
  [2, 1, 'rising'],
  [1, 2, 'falling'],
  [1.19, 1, null],
  [1.2, 1, 'rising'],
  [0.8, 1, 'falling'],
  [0, 0, null],
  [0.02, 0, 'rising'],
  [0.019, 0, null],
] as const)('%d a second against %d is %s', (now, before, course) =>
  expect(courseOf(rate(now), rate(before))).toBe(course),
);

test('what is not known has no direction', () => {
  expect(courseOf(unknown('not sampled yet'), rate(1))).toBeNull();
  expect(courseOf(rate(1), unknown('not sampled yet'))).toBeNull();
  expect(courseOf(undefined, undefined)).toBeNull();
});
