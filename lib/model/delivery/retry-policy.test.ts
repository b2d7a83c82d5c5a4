import { expect, test } from 'vitest';

import { plannedDeliveries, type RetryPolicy, retryDelayMs } from './retry-policy';

function secondsAfterFailures(policy: RetryPolicy, failures: number): number[] {
  return Array.from({ length: failures }, (_, index) => retryDelayMs(policy, index + 1) / 1000);
}

test.each<[string, RetryPolicy, number[]]>([
  [
    'stepped: the documented table, then 2 h each',
    { type: 'stepped' },
    [10, 30, 60, 120, 180, 240, 300, 360, 420, 480, 540, 600, 1200, 1800, 3600, 7200, 7200, 7200],
  ],
  [
    'exponential: doubles up to the maximum',
    { type: 'exponential', initialMs: 5000, maxMs: 7_200_000, multiplier: 2 },
    [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120, 7200, 7200],
  ],
  ['customized: the last interval repeats', { type: 'customized', intervalsMs: [1000, 2000, 3000] }, [1, 2, 3, 3, 3]],
  ['fixed: the same each time', { type: 'fixed', intervalMs: 3000 }, [3, 3, 3]],
])('%s', (_, policy, seconds) => {
  expect(secondsAfterFailures(policy, seconds.length)).toEqual(seconds);
});

test('a huge attempt number stays at the maximum instead of overflowing', () => {
  expect(retryDelayMs({ type: 'exponential', initialMs: 1, maxMs: 7_200_000, multiplier: 10 }, 1_000_000)).toBe(
    7_200_000,
  );
});

test('N retries are N + 1 deliveries; the default schedule ends after 4 h 45 m 40 s', () => {
  const planned = plannedDeliveries({ type: 'stepped' }, 16);
  expect(planned).toHaveLength(17);
  expect(planned.at(0)).toEqual({ attempt: 1, waitMs: 0, afterMs: 0 });
  expect(planned.at(1)).toEqual({ attempt: 2, waitMs: 10_000, afterMs: 10_000 });
  expect(planned.at(-1)).toEqual({ attempt: 17, waitMs: 7_200_000, afterMs: 17_140_000 });
});

test('no retries: one delivery', () => {
  expect(plannedDeliveries({ type: 'stepped' }, 0)).toEqual([{ attempt: 1, waitMs: 0, afterMs: 0 }]);
});
