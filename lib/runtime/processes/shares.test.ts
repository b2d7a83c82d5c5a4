import { expect, test } from 'vitest';

import { sharesOf } from './shares';

const LIMIT = 'send-rate of topic orders';
const asked = (taken: number, refused = 0) => [{ limit: LIMIT, taken, refused }];
const of = (demands: Parameters<typeof sharesOf>[0]): (number | undefined)[] =>
  sharesOf(demands).map((shares) => shares.get(LIMIT));

test('one process alone asks: it gets nearly all, and the others enough to begin with', () => {
  const [busy, idle] = of([asked(10, 5), []]);
  expect(busy).toBeCloseTo(1.9);
  expect(idle).toBeCloseTo(0.1);
});

test('together they never get more than even shares, whichever asks for how much', () => {
  for (const demands of [
    [asked(1), asked(1000, 9)],
    [asked(3), [], asked(0, 7)],
    [asked(-4, 1), asked(2)],
  ])
    expect(of(demands).reduce((sum: number, share) => sum + (share ?? 1), 0)).toBeCloseTo(demands.length);
});

test('alike demands get even shares; what no process asks for is not named', () => {
  expect(of([asked(50, 3), asked(50, 3)])).toEqual([1, 1]);
  expect(sharesOf([[], []])).toEqual([new Map(), new Map()]);
});

test('one that refuses gets more than one that only takes as much', () => {
  const [refusing, content] = of([asked(50, 1), asked(50)]);
  expect(refusing).toBeGreaterThan(content ?? 2);
});
