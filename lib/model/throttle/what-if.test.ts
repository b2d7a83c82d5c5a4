import { expect, test } from 'vitest';

import { whatIfLevel, whatIfRate } from './what-if';

const flow = (accepted: number, peakPerSecond: number | null = null, refused: number | null = 0) => ({
  accepted,
  peakPerSecond,
  refused,
});

test.each([
  ['nothing came', [], 0, 0],
  ['at the limit', [flow(1_000, 100)], 0, 0],
  ['the burst is free', [flow(1_100, 200)], 0, 0],
  ['above rate and burst', [flow(1_500, 150)], 400, 1],
  ['one busy second in a quiet step', [flow(500, 500)], 300, 1],
  ['what was refused then counts again', [flow(1_000, 100, 600)], 500, 1],
  ['not more than what came', [flow(40, 10_000)], 40, 1],
  ['two of three steps', [flow(1_500), flow(100), flow(1_200)], 500, 2],
])('a rate of 100/s with 1 s of burst: %s', (_, steps, wouldRefuse, refusingSteps) => {
  expect(whatIfRate(steps, 10, { hard: 100, burstMs: 1_000 })).toMatchObject({ wouldRefuse, refusingSteps });
});

test('a level closes at its line, opens below the soft one, and stays as it was while it is not read', () => {
  const levels = [50, 100, 90, null, 79, 99].map((level) => ({ level, accepted: 10 }));
  expect(whatIfLevel(levels, { hard: 100, softShare: 0.8 })).toEqual({
    steps: 6,
    offered: 60,
    wouldRefuse: 30,
    refusingSteps: 3,
  });
});
