import { expect, test } from 'vitest';

import { levelPoints } from './group-chart.model';

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

test('a step that was not written is unknown, and so is a number that brokers did not say', () => {
  const points = levelPoints({
    ...{ from: at(0), to: at(50), since: null, stepSeconds: 10 },
    points: [
      { at: at(10), values: { ready: 4, dead: 1 } },
      { at: at(30), values: { ready: null, dead: 1 } },
    ],
  });
  expect(points.map(({ ready, dead }) => [ready, dead])).toEqual([
    [4, 1],
    [null, null],
    [null, 1],
    [null, null],
  ]);
});

test('a range without a step has no points', () => {
  expect(levelPoints({ from: at(0), to: at(50), since: null, stepSeconds: 10, points: [] })).toEqual([]);
});
