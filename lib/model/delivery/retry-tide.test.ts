import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterDue, dyingMs, type RetryLimits } from './forecast';
import { deathsWithin, tideOf } from './retry-tide';

const range = { nowMs: 0, binMs: 10_000, bins: 12 };
const limits: RetryLimits = {
  maxRetries: 3,
  retryPolicy: { type: 'customized', intervalsMs: [10_000, 20_000, 40_000] },
};

test('coming tries and deaths, each in its bin; what is due already is now', () => {
  const heaps = [
    // tries at 0, 20 and 60 s, dead at the last one
    { attempt: 1, dueMs: -5000, messages: 3 },
    // the last try at 15 s
    { attempt: 3, dueMs: 15_000, messages: 2 },
    // over the limit: no try
    { attempt: 4, dueMs: 30_000, messages: 1 },
    // beyond the range
    { attempt: 1, dueMs: 120_000, messages: 9 },
  ];
  const bins = tideOf([{ limits, heaps }], range);
  const shown = bins.map(({ tries, deaths }) => `${tries}/${deaths}`);
  expect(shown).toEqual(['3/0', '2/2', '3/0', '0/1', '0/0', '0/0', '3/3', '0/0', '0/0', '0/0', '0/0', '0/0']);
  expect(bins[1]?.fromMs).toBe(10_000);
  expect(deathsWithin(bins, 0, 60_000)).toBe(3);
  expect(deathsWithin(bins, 0, 120_000)).toBe(6);
});

test('bins that begin at round times stay the same while time goes on', () => {
  const heaps = [{ attempt: 3, dueMs: 25_000, messages: 2 }];
  const deathsAt = (nowMs: number) =>
    tideOf([{ limits, heaps }], { ...range, nowMs, startMs: Math.floor(nowMs / range.binMs) * range.binMs })
      .filter(({ deaths }) => deaths > 0)
      .map(({ fromMs, next }) => [fromMs, next]);
  expect([1, 9999, 10_001, 20_001].map(deathsAt)).toEqual(Array.from({ length: 4 }, () => [[20_000, 2]]));
});

test('how long until death by deliveries made is what each message is foretold', () => {
  const whole = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(whole, whole, fc.integer({ min: 1000, max: 90_000 }), (maxRetries, attempt, intervalMs) => {
      const of: RetryLimits = {
        maxRetries,
        retryPolicy: { type: 'exponential', initialMs: intervalMs, maxMs: 500_000, multiplier: 2 },
      };
      const dying = dyingMs(of);
      expect(dying[Math.min(attempt, dying.length - 1)]).toBe(afterDue(of, attempt, 0).diesMs);
    }),
  );
});
