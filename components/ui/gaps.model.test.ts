import { expect, test } from 'vitest';
import { dropUnwritten, gapsOf } from './gaps.model';

test.each<[string, readonly boolean[], readonly (readonly [number, number])[]]>([
  ['all known', [true, true], []],
  ['at the start', [false, false, true], [[0, 20]]],
  ['in the middle, to where it is known again', [true, false, true, true], [[10, 20]]],
  ['until the end', [true, false, false], [[10, 20]]],
  ['the last point alone has no width', [true, false], []],
  ['nothing at all', [], []],
])('gaps: %s', (_name, known, gaps) => {
  const points = known.map((isKnown, index) => ({ atMs: index * 10, isKnown }));
  expect(gapsOf(points).map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual(gaps);
});

test('the newest points are no gap before they are due; a broker that stopped a while ago leaves one', () => {
  const points = (known: readonly boolean[]) => known.map((isKnown, index) => ({ atMs: index * 10_000, isKnown }));
  const left = (known: readonly boolean[]): number =>
    dropUnwritten(points(known), 10_000, (point) => point.isKnown).length;
  expect(left([true, true, false, false])).toBe(2);
  expect(left([true, false, false, false, false, false])).toBe(2);
  expect(left([true, ...Array<boolean>(10).fill(false)])).toBe(7);
  expect(left([true, false, true])).toBe(3);
  expect(left([false, false])).toBe(0);
});
