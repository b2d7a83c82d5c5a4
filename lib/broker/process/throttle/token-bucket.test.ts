import { expect, test } from 'vitest';

import { whatIfRate } from '../../../model/throttle/what-if';
import { TokenBucket } from './token-bucket';

/** Asks `perCall` tokens every `everyMs` and counts what was let through. */
function run(bucket: TokenBucket, calls: number, everyMs: number, perCall: number, fromMs = 0): number {
  let taken = 0;
  for (let call = 0; call < calls; call += 1) {
    const nowMs = fromMs + call * everyMs;
    if (!bucket.allows(nowMs)) continue;
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
  expect(bucket.allows(0)).toBe(true);
  bucket.take(5_000, 0);
  expect(bucket.allows(4_000)).toBe(false);
  expect(bucket.allows(4_001)).toBe(true);
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
  expect(bucket.allows(5_000)).toBe(false);
  expect(bucket.allows(10_050)).toBe(false);
  expect(bucket.allows(10_100)).toBe(true);
});

/** Numbers from 0 to 1 that are the same in each run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test.each([0, 1_000, 5_000])(
  'what would have been refused is never more than what is, and most of it: burst %i ms',
  (burstMs) => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = seeded(seed);
      const hard = 5 + Math.floor(random() * 50);
      const bucket = new TokenBucket({ perSecond: hard, burstMs }, 0);
      let refused = 0;
      const steps = Array.from({ length: 30 }, (_, step) => {
        const busy = random() * 3 * hard;
        let [accepted, peakPerSecond] = [0, 0];
        for (let second = 0; second < 10; second += 1) {
          const came = Math.floor(random() * busy);
          for (let at = 0; at < came; at += 1) {
            const nowMs = step * 10_000 + second * 1_000 + (at / came) * 1_000;
            if (bucket.allows(nowMs)) bucket.take(1, nowMs);
            else refused += 1;
          }
          accepted += came;
          peakPerSecond = Math.max(peakPerSecond, came);
        }
        return { accepted, peakPerSecond, refused: 0 };
      });
      const { wouldRefuse } = whatIfRate(steps, 10, { hard, burstMs });
      expect({ seed, most: wouldRefuse <= refused }).toEqual({ seed, most: true });
      // Of each step in which it refuses, the burst that may have been saved up is left out, and its quiet seconds.
      expect(wouldRefuse).toBeGreaterThanOrEqual(refused - 30 * (3 * hard + (hard * burstMs) / 1000));
    }
  },
);
