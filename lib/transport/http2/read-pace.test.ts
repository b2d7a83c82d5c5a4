import { expect, test } from 'vitest';

import { LEAST_TAKEN_BYTES, ReadPace } from './read-pace';

const MOST_MS = 60_000;

/** What is said of a socket, each time with some bytes waiting, at these times and after so many taken bytes. */
function judged(steps: readonly (readonly [atMs: number, taken: number, waiting?: number])[]): boolean[] {
  const pace = new ReadPace();
  return steps.map(([atMs, taken, waiting = 1]) => pace.isTooSlow(atMs, { taken, waiting }, MOST_MS));
}

test('a socket is too slow once it took less than the least for so long', () => {
  const least = LEAST_TAKEN_BYTES;
  expect(
    judged([
      [1, 0],
      [60_001, 0],
      [60_002, least - 1],
    ]),
  ).toEqual([false, false, true]);
  // Enough of it, or all of it: the time begins anew.
  expect(
    judged([
      [1, 0],
      [60_002, least],
      [120_002, least],
      [120_003, least],
    ]),
  ).toEqual([false, false, false, true]);
  expect(
    judged([
      [1, 0],
      [50_000, 9, 0],
      [60_002, 9],
      [120_002, 9],
      [120_003, 9],
    ]),
  ).toEqual([...[false, false, false, false], true]);
});
