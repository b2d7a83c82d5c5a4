import { expect, test } from 'vitest';
import { lettersOf, marksWithin } from './marks.model';

const at = (minute: number): { at: string } => ({ at: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString() });
const ms = (minute: number): number => Date.UTC(2026, 0, 1, 12, minute);

test('the newest nine changes have letters, in the order of time', () => {
  const changes = Array.from({ length: 11 }, (_, index) => at(50 - index));
  const letters = lettersOf(changes);
  expect(letters.size).toBe(9);
  expect(letters.get(changes[8] ?? at(0))).toBe('A');
  expect(letters.get(changes[0] ?? at(0))).toBe('I');
  expect(letters.get(changes[9] ?? at(0))).toBeUndefined();
});

test('a chart has the marks of its range, and marks that would lie on each other stand together', () => {
  const letters = lettersOf([at(58), at(31), at(30), at(30), at(2)]);
  expect(marksWithin(letters, ms(0), ms(60))).toEqual([
    { atMs: ms(2), letter: 'A' },
    { atMs: ms(30), letter: 'B–D' },
    { atMs: ms(58), letter: 'E' },
  ]);
  expect(marksWithin(letters, ms(29), ms(40))).toEqual([
    { atMs: ms(30), letter: 'B–C' },
    { atMs: ms(31), letter: 'D' },
  ]);
  expect(marksWithin(letters, ms(3), ms(20))).toEqual([]);
});
