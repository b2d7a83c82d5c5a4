import { expect, test } from 'vitest';

import { RefusalPace } from './refusal-pace';

/** The pauses of so many that ask at once. */
function pauses(count: number, remainingMs: number | null = null, pace = new RefusalPace()): number[] {
  return Array.from({ length: count }, () => pace.takePauseMs(remainingMs, 10_000));
}

test('one alone is answered at once; of many each 2 ms after the one before it, nobody later than a second', () => {
  expect(pauses(4)).toEqual([0, 2, 4, 6]);
  expect(pauses(2_000).at(-1)).toBe(1_000);
});

test('whoever comes when the others are answered does not wait', () => {
  const pace = new RefusalPace();
  pauses(2_000, null, pace);
  expect(pace.takePauseMs(null, 10_500)).toBe(502);
  expect(pace.takePauseMs(null, 20_000)).toBe(0);
});

test('no call is kept beyond its deadline', () => {
  expect(Math.max(...pauses(200, 1_010))).toBe(10);
  expect(Math.max(...pauses(200, 500))).toBe(0);
});

test('one that leaves waits no longer', async () => {
  const pace = new RefusalPace();
  const leaving = new AbortController();
  for (let count = 0; count < 2_000; count += 1) pace.takePauseMs(null, performance.now());
  const startedMs = performance.now();
  const waiting = pace.wait(null, leaving.signal);
  leaving.abort();
  await waiting;
  expect(performance.now() - startedMs).toBeLessThan(900);
});
