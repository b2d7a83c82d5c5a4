import { expect, test } from 'vitest';

import { chartPoints } from './backlog.model';
import { describeDrain, directionOf } from '@/components/ui/drain.model';
import { describeTrend, sparkShape } from '@/components/ui/sparkline.model';

test('the time to drain says its direction', () => {
  expect(describeDrain({ kind: 'drains', ms: 90_400, perSecond: 3 })).toBe('about 1 m 30 s');
  expect(describeDrain({ kind: 'drains', ms: 3, perSecond: 3 })).toBe('about 1 s');
  expect(describeDrain({ kind: 'growing', perSecond: 120 })).toBe('growing by 120/s');
  expect(describeDrain({ kind: 'never' })).toBe('never at this rate');
  expect(describeDrain({ kind: 'empty' })).toBe('no backlog');
  expect(directionOf({ kind: 'drains', ms: 1, perSecond: 3 })).toEqual({
    direction: 'draining',
    words: 'draining by 3/s',
  });
  expect(directionOf({ kind: 'growing', perSecond: 1 }).direction).toBe('growing');
  expect(directionOf({ kind: 'never' })).toEqual({
    direction: 'steady',
    words: 'steady: as many messages arrive as leave',
  });
  expect(directionOf({ kind: 'empty' }).direction).toBe('done');
});

test('a trend has gaps where nothing is known, and says what it shows', () => {
  expect(sparkShape([0, 10, null, 5, 5], 50, 10)).toEqual({
    area: 'M0 10V10H10V0H20V10ZM30 10V5H40V5H50V10Z',
    base: 'M0 10H20M30 10H50',
    end: { x: 50, y: 5 },
  });
  // one step is an area as wide as its time, and what is little is seen
  expect(sparkShape([null, 4, null], 30, 10)).toMatchObject({ area: 'M10 10V0H20V10Z', end: { x: 20, y: 0 } });
  expect(sparkShape([1, 1000], 20, 10).area).toBe('M0 10V8.5H10V0H20V10Z');
  expect(sparkShape([null, null], 40, 10)).toEqual({ area: '', base: '', end: null });
  expect(describeTrend([1, null, 9])).toBe('rose from 1 to 9 in the last hour, with gaps');
  expect(describeTrend([3, 3])).toBe('steady in the last hour');
  expect(describeTrend([null])).toBe('trend unknown');
});

test('a chart has a point for every step that is due; a step without a sample is a gap and not 0', () => {
  const values = { ready: 2, inFlight: 1, waiting: 0, backlog: 3 };
  const points = chartPoints({
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-01T00:00:50.000Z',
    since: '2025-12-01T00:00:00.000Z',
    stepSeconds: 10,
    points: [
      { at: '2026-01-01T00:00:00.000Z', values },
      { at: '2026-01-01T00:00:20.000Z', values: { ready: null, inFlight: null, waiting: null, backlog: null } },
      { at: '2026-01-01T00:00:30.000Z', values },
    ],
  });
  expect(points.map(({ ready }) => ready)).toEqual([2, null, null, 2]);
});

test('the chart of a young group begins when it was made, not an hour before', () => {
  const values = { ready: 2, inFlight: 1, waiting: 0, backlog: 3 };
  const points = chartPoints({
    ...{ from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T01:00:00.000Z', since: '2026-01-01T00:59:05.000Z' },
    stepSeconds: 10,
    points: [{ at: '2026-01-01T00:59:20.000Z', values }],
  });
  expect(points.slice(0, 3).map(({ atMs, ready }) => [new Date(atMs).toISOString().slice(14, 19), ready])).toEqual([
    ['59:00', null],
    ['59:10', null],
    ['59:20', 2],
  ]);
});

test('of a range of which nothing is known there is nothing to draw', () => {
  const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-01T00:01:00.000Z', stepSeconds: 10 };
  expect(chartPoints({ ...range, since: null, points: [] })).toEqual([]);
});
