import { expect, test } from 'vitest';
import type { AttemptBucket } from './attempt-bucket';
import type { RetryLimits } from './forecast';
import { effectOf, harmOf, isStricter } from './policy-effect';

const asOf = '2026-01-01T00:00:00.000Z';
const at = (seconds: number): string => new Date(Date.parse(asOf) + seconds * 1000).toISOString();
const waiting = (attempt: number, messages: number, seconds: number, broker?: string): AttemptBucket => ({
  ...{ attempt, leased: false, messages, firstAt: at(seconds) },
  ...(broker === undefined ? {} : { broker }),
});
const fixed = (intervalMs: number, maxRetries = 16) => ({
  maxRetries,
  retryPolicy: { type: 'fixed', intervalMs } as const,
});
const slow = {
  maxRetries: 16,
  retryPolicy: { type: 'exponential', initialMs: 5000, maxMs: 7_200_000, multiplier: 2 },
} as const;
const effect = (before: RetryLimits, after: RetryLimits, buckets: AttemptBucket[]) =>
  effectOf([{ before, buckets }], after, asOf, 'embedded');

test('340 waiting messages, from hours of back-off to 3 s each: all are lost within the hour, and none before', () => {
  const found = effect(slow, fixed(3000), [waiting(1, 340, 3)]);
  expect(found).toMatchObject({
    ...{ messages: 340, sooner: 340, lostInHour: { before: 0, after: 340 } },
    ...{ noneLeft: { before: 0, after: 0 }, firstLossAt: { after: at(3 + 15 * 3) } },
    timeToDlqMs: { after: 48_000 },
  });
  expect(Date.parse(found.firstLossAt.before ?? '')).toBeGreaterThan(Date.parse(asOf) + 12 * 3_600_000);
  expect(harmOf(found)).toBe('danger');
});

test('a message that loses hours, but not within the next one, is a warning', () => {
  const found = effect(slow, { ...slow, maxRetries: 15 }, [waiting(2, 5, 10)]);
  expect(found).toMatchObject({ sooner: 5, lostInHour: { before: 0, after: 0 } });
  expect(harmOf(found)).toBe('warning');
});

test('a longer schedule, the same one, and a change without waiting messages harm none', () => {
  expect(harmOf(effect(fixed(3000), slow, [waiting(1, 340, 3)]))).toBeNull();
  expect(harmOf(effect(slow, slow, [waiting(1, 340, 3)]))).toBeNull();
  expect(harmOf(effect(slow, fixed(3000), []))).toBeNull();
});

test('a limit below the attempts made: waiting ones have no attempt left, the one in flight has its last', () => {
  const inFlight: AttemptBucket = { attempt: 9, leased: true, messages: 1, firstAt: asOf };
  const found = effect(fixed(60_000), fixed(60_000, 5), [waiting(9, 3, 30), inFlight]);
  expect(found).toMatchObject({ noneLeft: { before: 0, after: 3 }, lastInFlight: { before: 0, after: 1 } });
  expect(harmOf(found)).toBe('danger');
});

test('brokers with different settings are counted each by its own', () => {
  const buckets = [waiting(4, 2, 10, 'a'), waiting(4, 7, 10, 'b')];
  const of = (broker: string) => buckets.filter((bucket) => bucket.broker === broker);
  const parts = [
    { before: fixed(60_000, 3), buckets: of('a') },
    { before: fixed(60_000, 1000), buckets: of('b') },
  ];
  expect(effectOf(parts, fixed(60_000, 3), asOf, 'cluster')).toMatchObject({
    ...{ messages: 9, sooner: 7, noneLeft: { before: 2, after: 9 } },
  });
});

test('fewer retries or less time are stricter', () => {
  expect(isStricter(slow, fixed(3000))).toBe(true);
  expect(isStricter(slow, { ...slow, maxRetries: 15 })).toBe(true);
  expect(isStricter(fixed(3000), slow)).toBe(false);
});
