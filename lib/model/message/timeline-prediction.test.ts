import { expect, test } from 'vitest';

import type { TimelineDelivery } from './timeline';
import { medianTryMs, predict } from './timeline-prediction';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();

/** A client holds delivery 1 since second 0; these tries it reported as failed, at these seconds. */
function held(reports: readonly number[]): TimelineDelivery[] {
  return [1, ...reports.slice(1).map((_, index) => index + 2)].map((attempt): TimelineDelivery => {
    const reportedAt = reports[attempt - 1];
    return {
      generation: 0,
      attempt,
      state: attempt === 1 ? 'in-flight' : 'failed',
      startedAt: attempt === 1 ? at(0) : null,
      endedAt: attempt === 1 || reportedAt === undefined ? null : at(reportedAt),
      leaseEndsAt: null,
      waitedMs: null,
      tookMs: null,
      client: 'client-1',
      autoRenew: true,
      cause: null,
      reason:
        reportedAt === undefined
          ? null
          : {
              ...{ generation: 0, attempt, errorType: 'E', message: '', stack: null, reportedAt: at(reportedAt) },
              ...{ fingerprint: '', appVersion: null },
            },
      policyVersion: null,
      ackedEarlyAt: null,
      late: null,
      extensions: 0,
    };
  });
}

const ordered = (reports: readonly number[], second: number) =>
  predict({
    policy: { type: 'fixed', intervalMs: 3000 },
    maxRetries: 3,
    asOf: at(second),
    attempt: 1,
    running: { startedAt: at(0), retriesItself: true },
    dueAt: null,
    deliveries: held(reports),
  });

test.each([
  [
    'nothing reported: as if each try failed at once',
    [],
    4,
    [
      [3, 6],
      [4, 9],
    ],
    9,
  ],
  [
    'the first try reported',
    [0],
    1,
    [
      [2, 3],
      [3, 6],
      [4, 9],
    ],
    9,
  ],
  [
    'a try of its own reported',
    [0, 3],
    4,
    [
      [3, 6],
      [4, 9],
    ],
    9,
  ],
  [
    'a try that is overdue is due now',
    [0, 3],
    20,
    [
      [3, 20],
      [4, 23],
    ],
    23,
  ],
  ['the last try reported: it dies as soon as the client says so', [0, 3, 6, 9], 10, [], 10],
] as const)('an ordered client that tries by itself, %s', (_, reports, second, next, dies) => {
  const prediction = ordered(reports, second);
  expect(prediction?.next.map(({ attempt, at: due }) => [attempt, due])).toEqual(
    next.map(([attempt, due]) => [attempt, at(due)]),
  );
  expect(prediction?.diesAt).toBe(at(dies));
});

test('the next delivery shows its whole wait since the last failure, however little of it is left', () => {
  const [first] = held([]);
  if (first === undefined) throw new Error('one delivery expected');
  const prediction = predict({
    policy: { type: 'customized', intervalsMs: [5000, 10_000, 40_000] },
    maxRetries: 2,
    asOf: at(4),
    attempt: 1,
    running: null,
    dueAt: at(5),
    deliveries: [{ ...first, state: 'failed', endedAt: at(0), cause: 'nack' }],
  });
  expect(prediction?.next.map(({ attempt, at: due, waitMs }) => [attempt, due, waitMs])).toEqual([
    [2, at(5), 5000],
    [3, at(15), 10_000],
  ]);
});

test('a try is assumed to take the median of the failed ones, by number', () => {
  const [first] = held([]);
  if (first === undefined) throw new Error('one delivery expected');
  const failed = [9000, 100, 20_000].map((tookMs): TimelineDelivery => ({ ...first, state: 'failed', tookMs }));
  expect(medianTryMs(failed)).toBe(9000);
  expect(medianTryMs([...failed, { ...first, state: 'consumed', tookMs: 1 }])).toBe(9000);
  expect(medianTryMs([first])).toBe(0);
});
