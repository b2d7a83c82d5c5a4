import { expect, test } from 'vitest';
import { effectOf } from '@/lib/model/delivery/policy-effect';
import { bound, known, unknown } from '@/lib/model/reading';
import { impactOf, timeoutRisk, timeToDlqWords } from './impact.model';

const asOf = '2026-01-01T00:00:00.000Z';
const before = {
  maxRetries: 16,
  retryPolicy: { type: 'exponential', initialMs: 5000, maxMs: 7_200_000, multiplier: 2 },
} as const;
const after = { maxRetries: 16, retryPolicy: { type: 'fixed', intervalMs: 3000 } } as const;
const buckets = [{ attempt: 1, leased: false, messages: 340, firstAt: '2026-01-01T00:00:03.000Z' }];
const found = (change: typeof after | { maxRetries: number; retryPolicy: typeof before.retryPolicy }) =>
  known(effectOf([{ before, buckets }], change, asOf, 'embedded'), asOf);

test('the number lost within an hour is said first, before and after', () => {
  expect(impactOf({ before, after, effect: found(after), engine: 'embedded' })).toEqual({
    tone: 'danger',
    headline: '340 messages would move to the DLQ within an hour if every attempt fails, instead of 0.',
  });
  expect(timeToDlqWords(before, after)).toMatch(/^From the first failure to the DLQ: 48 s instead of /);
});

test('no attempt left, and sooner than before', () => {
  const none = { ...before, maxRetries: 0 };
  expect(impactOf({ before, after: none, effect: found(none), engine: 'embedded' })?.headline).toBe(
    '340 waiting messages would have no attempt left and move to the DLQ when the interval ends.',
  );
  const fewer = { ...before, maxRetries: 15 };
  expect(impactOf({ before, after: fewer, effect: found(fewer), engine: 'embedded' })).toEqual({
    tone: 'warning',
    headline: '340 messages would move to the DLQ sooner if every attempt fails.',
  });
});

test('a lower bound says so; what is not known is unknown with its reason, never 0', () => {
  const effect = bound('atLeast', effectOf([{ before, buckets }], after, asOf, 'cluster'), asOf, 'broker-b is silent');
  expect(impactOf({ before, after, effect, engine: 'cluster' })?.headline).toMatch(/^At least 340 messages/);
  const unread = { tone: 'warning', headline: expect.stringContaining('the brokers have not been read') as string };
  expect(impactOf({ before, after, effect: null, engine: 'cluster' })).toEqual(unread);
  const silent = impactOf({ before, after, effect: unknown('broker-b is silent'), engine: 'cluster' });
  expect(silent?.headline).toContain('unknown: broker-b is silent');
  expect(impactOf({ before: after, after: before, effect: null, engine: 'cluster' })).toBeNull();
});

test('a timeout below the slowest deliveries is a risk, unless it was one before', () => {
  expect(timeoutRisk(900_000, 1000, 5000)).toContain('The slowest 1 % of deliveries take 5 s.');
  expect(timeoutRisk(900_000, 6000, 5000)).toBeNull();
  expect(timeoutRisk(900_000, 1000, null)).toBeNull();
  expect(timeoutRisk(1000, 900_000, 5000)).toBeNull();
});
