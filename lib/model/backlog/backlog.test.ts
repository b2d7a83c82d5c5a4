import { plain } from '../plain';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { amplificationOf, drainOf, drainWeight } from './drain';
import { type FlowPoint, flowOver } from './flow';

const NOW = new Date('2026-01-01T12:00:00Z');
const point = (secondsAgo: number, backlog: number, arrived: number, redriven = 0): FlowPoint => ({
  at: new Date(NOW.getTime() - secondsAgo * 1000),
  backlog,
  arrived,
  redriven,
});

describe('flow', () => {
  test.each([
    ['nothing sampled', [], 'not counted yet'],
    ['one point', [point(0, 5, 5)], 'only 0 s of 60 s are counted so far'],
    ['too little of the window', [point(10, 5, 5), point(0, 5, 5)], 'only 10 s of 60 s are counted so far'],
    ['old points', [point(90, 5, 5), point(40, 5, 5)], 'no newer count'],
    ['a subscription that began anew', [point(60, 5, 50), point(0, 5, 10)], 'the queues of the group changed'],
  ])('%s: unknown, and why', (_name, points, reason) => {
    expect(plain(flowOver(points, 60_000, NOW))).toMatchObject({ kind: 'unknown', reason });
  });

  test('what left is what came less what the backlog grew by', () => {
    const flow = flowOver([point(60, 100, 1_000), point(30, 90, 1_300, 30), point(0, 40, 1_600, 30)], 60_000, NOW);
    expect(flow).toMatchObject({ kind: 'known', inPerSecond: 10, redrivenPerSecond: 1, outPerSecond: 12, whole: true });
  });

  test('part of a window is said to be part', () => {
    const flow = flowOver([point(300, 0, 0), point(0, 0, 600)], 900_000, NOW);
    expect(flow).toMatchObject({ kind: 'known', inPerSecond: 2, coveredMs: 300_000, whole: false });
  });

  test('points outside the window do not count', () => {
    const flow = flowOver([point(600, 0, 0), point(60, 0, 6_000), point(0, 0, 6_060)], 60_000, NOW);
    expect(flow).toMatchObject({ inPerSecond: 1, outPerSecond: 1 });
  });

  test('any history of arrivals, re-drives and completions is reconstructed as it was', () => {
    const steps = fc.array(fc.record({ in: fc.nat(1000), redriven: fc.nat(1000), out: fc.nat(1000) }), {
      minLength: 6,
      maxLength: 90,
    });
    fc.assert(
      fc.property(steps, (happened) => {
        let backlog = 100_000;
        let arrived = 0;
        const points = [point(happened.length * 10, backlog, arrived)];
        for (const [index, step] of happened.entries()) {
          arrived += step.in;
          backlog += step.in + step.redriven - step.out;
          points.push(point((happened.length - 1 - index) * 10, backlog, arrived, step.redriven));
        }
        const flow = flowOver(points, happened.length * 10_000, NOW);
        const seconds = happened.length * 10;
        const total = (read: (step: { in: number; redriven: number; out: number }) => number) =>
          happened.reduce((sum, step) => sum + read(step), 0) / seconds;
        if (flow.kind === 'unknown') throw new Error(flow.reason.message);
        expect(flow.inPerSecond).toBeCloseTo(
          total((step) => step.in),
          6,
        );
        expect(flow.outPerSecond).toBeCloseTo(
          total((step) => step.out),
          6,
        );
        expect(flow.redrivenPerSecond).toBeCloseTo(
          total((step) => step.redriven),
          6,
        );
      }),
    );
  });
});

describe('drain', () => {
  test.each([
    ['no backlog', { backlog: 0, inPerSecond: 5, outPerSecond: 0 }, { kind: 'empty' }],
    ['shrinks', { backlog: 600, inPerSecond: 2, outPerSecond: 12 }, { kind: 'drains', ms: 60_000, perSecond: 10 }],
    ['grows', { backlog: 600, inPerSecond: 120, outPerSecond: 0 }, { kind: 'growing', perSecond: 120 }],
    ['holds', { backlog: 600, inPerSecond: 5, outPerSecond: 5 }, { kind: 'never' }],
    ['no consumer', { backlog: 600, inPerSecond: 0, outPerSecond: 0 }, { kind: 'never' }],
    ['would take years', { backlog: 1e9, inPerSecond: 0, outPerSecond: 0.01 }, { kind: 'never' }],
    [
      'a re-drive is work too',
      { backlog: 600, inPerSecond: 2, outPerSecond: 12, redrive: { messages: 400, ratePerSecond: null } },
      { kind: 'drains', ms: 100_000, perSecond: 10 },
    ],
    [
      'not before the last of a slow re-drive is out',
      { backlog: 0, inPerSecond: 0, outPerSecond: 50, redrive: { messages: 600, ratePerSecond: 1 } },
      { kind: 'drains', ms: 600_000, perSecond: 50 },
    ],
  ])('%s', (_name, input, drain) => {
    expect(drainOf(input)).toEqual(drain);
  });

  test('more work never takes less time, more consumption never more', () => {
    const rate = fc.double({ min: 0, max: 1e5, noNaN: true });
    const input = fc.record({ backlog: fc.nat(1e7), inPerSecond: rate, outPerSecond: rate });
    fc.assert(
      fc.property(input, fc.nat(1e6), rate, (given, more, faster) => {
        const weight = drainWeight(drainOf(given));
        expect(drainWeight(drainOf({ ...given, backlog: given.backlog + more }))).toBeGreaterThanOrEqual(weight);
        expect(
          drainWeight(drainOf({ ...given, redrive: { messages: more, ratePerSecond: 10 } })),
        ).toBeGreaterThanOrEqual(weight);
        expect(drainWeight(drainOf({ ...given, outPerSecond: given.outPerSecond + faster }))).toBeLessThanOrEqual(
          weight,
        );
      }),
    );
  });
});

test('retry amplification is deliveries per message; retries alone count as of one message, nothing delivered is unknown', () => {
  expect([amplificationOf(100, 0), amplificationOf(150, 50), amplificationOf(0, 0), amplificationOf(5, 5)]).toEqual([
    1,
    1.5,
    null,
    5,
  ]);
});
