import { describe, expect, test } from 'vitest';
import { type BlockedHead, headOutlook } from './blocked-key';

const limits = { maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 10_000 } } as const;
const at = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
const ms = (second: number): number => Date.parse(at(second));
const failed: BlockedHead = {
  attempt: 1,
  leased: false,
  startedAt: null,
  visibleAt: at(10),
  retriesItself: false,
  reported: null,
};

describe('the head of an ordered key', () => {
  test('waiting: free when its last try fails', () => {
    // tries 2, 3, 4 at 10, 20 and 30 s
    expect(headOutlook(failed, limits, ms(0))).toEqual({ made: 1, estimate: false, nextAt: at(10), freeAt: at(30) });
    // due since a while: counted from now
    expect(headOutlook(failed, limits, ms(15))).toMatchObject({ freeAt: at(35) });
  });

  test('over a lowered limit it dies when it is due', () => {
    expect(headOutlook({ ...failed, attempt: 5 }, limits, ms(0))).toMatchObject({ made: 5, freeAt: at(10) });
  });

  test('with a client that retries by itself: an estimate, capped by the limit', () => {
    const own = { ...failed, leased: true, startedAt: at(0), visibleAt: at(600), retriesItself: true };
    expect(headOutlook(own, limits, ms(9))).toEqual({ made: 1, estimate: false, nextAt: at(10), freeAt: at(30) });
    expect(headOutlook(own, limits, ms(21))).toEqual({ made: 3, estimate: true, nextAt: at(30), freeAt: at(30) });
    expect(headOutlook(own, limits, ms(600))).toEqual({ made: 4, estimate: true, nextAt: null, freeAt: at(600) });
  });

  test('what the client reported is exact', () => {
    const reported = { attempt: 2, at: at(12) };
    const own = { ...failed, leased: true, startedAt: at(0), visibleAt: at(600), retriesItself: true, reported };
    expect(headOutlook(own, limits, ms(13))).toEqual({ made: 2, estimate: false, nextAt: at(22), freeAt: at(32) });
  });

  test('with a simple consumer: it runs, and may fail at any moment', () => {
    const own = { ...failed, leased: true, startedAt: at(0), visibleAt: at(600) };
    expect(headOutlook(own, limits, ms(5))).toEqual({ made: 1, estimate: false, nextAt: null, freeAt: at(35) });
  });

  test('held, or nothing under way: not before it is released', () => {
    expect(headOutlook({ ...failed, visibleAt: null }, limits, ms(0))).toMatchObject({ nextAt: null, freeAt: null });
    expect(headOutlook(null, limits, ms(0))).toEqual({ made: 0, estimate: false, nextAt: null, freeAt: null });
  });
});
