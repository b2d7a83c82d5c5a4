import { describe, expect, test } from 'vitest';
import { describePolicy } from '@/lib/model/group/group-words';
import { axisOf, cellsOf, describeSchedule, intervalsLine, scheduleOf } from './schedule.model';
import { outlookOf } from '@/lib/model/delivery/policy-effect';

const DOCUMENTED_MS = ((4 * 60 + 45) * 60 + 40) * 1000;

describe('schedule', () => {
  test('the documented table: 16 retries, 17 deliveries, 4 h 45 m 40 s', () => {
    const schedule = scheduleOf({ type: 'stepped' }, 16);
    expect(schedule.deliveries).toHaveLength(17);
    expect(schedule.totalMs).toBe(DOCUMENTED_MS);
    expect(describeSchedule(schedule)).toContain('moves to the DLQ 4 h 45 m 40 s after the first failure');
    expect(cellsOf(schedule).at(0)).toEqual({ from: 1, to: 1, waitMs: 10_000, afterMs: 10_000 });
    expect(cellsOf(schedule)).toHaveLength(16);
  });

  test('a long one folds equal waits and leaves nothing out', () => {
    const schedule = scheduleOf({ type: 'stepped' }, 1000);
    const cells = cellsOf(schedule);
    expect(cells).toHaveLength(16);
    expect(cells.at(-1)).toMatchObject({ from: 16, to: 1000, waitMs: 7_200_000, afterMs: schedule.totalMs });
    expect(cells.reduce((sum, { from, to }) => sum + to - from + 1, 0)).toBe(1000);
  });

  test('no retry says so', () => {
    expect(describeSchedule(scheduleOf({ type: 'stepped' }, 0))).toBe(
      'One attempt. If it fails, the message moves to the DLQ at once.',
    );
    expect(cellsOf(scheduleOf({ type: 'stepped' }, 0))).toEqual([]);
  });

  test('the axis is linear for equal waits, compressed when they differ much; ticks keep their distance', () => {
    expect(axisOf([scheduleOf({ type: 'fixed', intervalMs: 30_000 }, 60)]).compressed).toBe(false);
    const axis = axisOf([scheduleOf({ type: 'stepped' }, 16), scheduleOf({ type: 'stepped' }, 14)]);
    expect(axis.compressed).toBe(true);
    expect(axis.x(0)).toBeLessThan(axis.x(10_000));
    const distances = axis.ticks.slice(1).map(({ x }, index) => x - (axis.ticks[index]?.x ?? 0));
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(8);
    expect(axis.ticks.length).toBeGreaterThan(4);
    expect(axisOf([scheduleOf({ type: 'stepped' }, 0)]).ticks).toEqual([{ label: '0', x: 1.5 }]);
  });
});

describe('what if', () => {
  const buckets = [
    { attempt: 2, leased: false, messages: 3, firstAt: '2026-01-01T00:01:00.000Z' },
    { attempt: 9, leased: false, messages: 5, firstAt: '2026-01-01T00:00:30.000Z' },
    { attempt: 9, leased: true, messages: 1, firstAt: '2026-01-01T00:00:10.000Z' },
  ];
  const asOf = '2026-01-01T00:00:00.000Z';
  const retryPolicy = { type: 'fixed', intervalMs: 60_000 } as const;
  test('who is over a lower limit, and when the first one dies', () => {
    expect(outlookOf({ maxRetries: 16, retryPolicy }, buckets, asOf)).toMatchObject({
      messages: 9,
      waiting: 8,
      dieWaiting: 0,
      dieIfFailing: 0,
    });
    expect(outlookOf({ maxRetries: 5, retryPolicy }, buckets, asOf)).toMatchObject({
      dieWaiting: 5,
      dieIfFailing: 1,
      firstDeathAt: '2026-01-01T00:00:10.000Z',
    });
    expect(outlookOf({ maxRetries: 0, retryPolicy }, [], asOf)).toMatchObject({ messages: 0, firstDeathAt: null });
  });

  test('in a cluster a message dies a wait after its last failure, when it would be delivered again', () => {
    const limits = { maxRetries: 2, retryPolicy };
    const dies = (attempt: number, leased: boolean) =>
      outlookOf(limits, [{ attempt, leased, messages: 1, firstAt: '2026-01-01T00:00:20.000Z' }], asOf, 'cluster');
    // Delivery 3 is the last one, at :20. It fails, waits a minute, and is not delivered.
    expect(dies(2, false)).toMatchObject({ dieWaiting: 0, firstDeathAt: '2026-01-01T00:01:20.000Z' });
    expect(dies(1, false)).toMatchObject({ dieWaiting: 0, firstDeathAt: '2026-01-01T00:02:20.000Z' });
    expect(dies(3, false)).toMatchObject({ dieWaiting: 1, firstDeathAt: '2026-01-01T00:00:20.000Z' });
    // Held: it comes again at the same moment, whether it is with a client or backs off.
    expect(dies(2, true)).toMatchObject({ dieIfFailing: 0, firstDeathAt: '2026-01-01T00:01:20.000Z' });
    expect(dies(4, true)).toMatchObject({ dieIfFailing: 1, firstDeathAt: '2026-01-01T00:00:20.000Z' });
  });

  test('a message of the last allowed delivery is not over the limit', () => {
    const [first] = buckets;
    // attempt 2 with max 2: delivery 3 comes at 00:01:00 and is the last one
    expect(first === undefined ? null : outlookOf({ maxRetries: 2, retryPolicy }, [first], asOf)).toMatchObject({
      dieWaiting: 0,
      firstDeathAt: '2026-01-01T00:01:00.000Z',
    });
  });
});

test('policies in words', () => {
  expect(describePolicy({ type: 'stepped' })).toBe('stepped, 10 s to 2 h');
  expect(describePolicy({ type: 'fixed', intervalMs: 3000 })).toBe('fixed, 3 s');
  expect(describePolicy({ type: 'exponential', initialMs: 5000, maxMs: 7_200_000, multiplier: 2 })).toBe(
    '5 s × 2 up to 2 h',
  );
  expect(describePolicy({ type: 'customized', intervalsMs: [10_000, 60_000] })).toBe('after 10 s, 1 m');
});

test.each([
  [[16, 16], 'Retry intervals: v2 from 10 s to 2 h (16 retries), v3 3 s (16 retries)'],
  [[1, 0], 'Retry intervals: v2 10 s (1 retry), v3 without retries'],
  [[3, 1], 'Retry intervals: v2 from 10 s to 1 m (3 retries), v3 3 s (1 retry)'],
  [[0, 1], 'Retry intervals: v2 without retries, v3 3 s (1 retry)'],
])('the intervals of both versions on one line, %j retries', ([before = 0, after = 0], says) => {
  expect(
    intervalsLine([
      { name: 'v2', schedule: scheduleOf({ type: 'stepped' }, before) },
      { name: 'v3', schedule: scheduleOf({ type: 'fixed', intervalMs: 3000 }, after) },
    ]),
  ).toBe(says);
});
