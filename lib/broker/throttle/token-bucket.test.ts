import { expect, test } from 'vitest';

import { TokenBucket } from './token-bucket';

/** Asks `perCall` tokens every `everyMs` and counts what was let through. */
function run(bucket: TokenBucket, calls: number, everyMs: number, perCall: number, fromMs = 0): number {
  let taken = 0;
  for (let call = 0; call < calls; call += 1) {
    const nowMs = fromMs + call * everyMs;
    if (!bucket.allows(perCall, nowMs)) continue;
    bucket.take(perCall, nowMs);
    taken += perCall;
  }
  return taken;
}

test('what passes is the rate, whatever comes: 10 s of four times the limit', () => {
  const bucket = new TokenBucket({ perSecond: 100, burstMs: 1_000 }, 0);
  // The first second's burst, then the rate.
  expect(run(bucket, 4_000, 2.5, 1)).toBe(100 + 999);
});

test('a burst is caught up once, and saved up again by silence', () => {
  const bucket = new TokenBucket({ perSecond: 10, burstMs: 2_000 }, 0);
  expect(run(bucket, 50, 0, 1)).toBe(20);
  expect(run(bucket, 50, 0, 1, 500)).toBe(5);
  expect(run(bucket, 50, 0, 1, 60_000)).toBe(20);
});

test('one request larger than the bucket passes a full one and is paid back', () => {
  const bucket = new TokenBucket({ perSecond: 1_000, burstMs: 1_000 }, 0);
  expect(bucket.allows(5_000, 0)).toBe(true);
  bucket.take(5_000, 0);
  expect(bucket.allows(1, 4_000)).toBe(false);
  expect(bucket.allows(1, 4_001)).toBe(true);
});

test('a rate below one per second still lets one through', () => {
  const bucket = new TokenBucket({ perSecond: 0.5, burstMs: 0 }, 0);
  expect(run(bucket, 100, 100, 1)).toBe(5);
});

test('an edited limit counts from now on', () => {
  const bucket = new TokenBucket({ perSecond: 1_000, burstMs: 1_000 }, 0);
  bucket.change({ perSecond: 10, burstMs: 1_000 }, 0);
  expect(run(bucket, 100, 0, 1)).toBe(10);
  bucket.change({ perSecond: 1_000, burstMs: 1_000 }, 0);
  expect(run(bucket, 100, 1, 1, 1)).toBe(100);
});

test('a clock that steps back gives nothing twice', () => {
  const bucket = new TokenBucket({ perSecond: 10, burstMs: 1_000 }, 10_000);
  expect(run(bucket, 20, 0, 1, 10_000)).toBe(10);
  expect(bucket.allows(1, 5_000)).toBe(false);
  expect(bucket.allows(1, 10_050)).toBe(false);
  expect(bucket.allows(1, 10_100)).toBe(true);
});
