import { describe, expect, test } from 'vitest';
import { type BlockedHead, headOutlook } from './blocked-key';

const limits = { maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 10_000 }, held: false } as const;
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
const own: BlockedHead = { ...failed, leased: true, startedAt: at(0), visibleAt: at(600), retriesItself: true };

describe('the head of an ordered key', () => {
  test('waiting: free when its last attempt fails', () => {
    // attempts 2, 3, 4 at 10, 20 and 30 s
    const expected = { made: 1, clientAttempt: null, nextAt: at(10), freeAt: at(30) };
    expect(headOutlook(failed, limits, ms(0))).toEqual(expected);
    // due since a while: counted from now
    expect(headOutlook(failed, limits, ms(15))).toMatchObject({ freeAt: at(35) });
  });

  test('over a lowered limit it moves to the DLQ when it is due', () => {
    expect(headOutlook({ ...failed, attempt: 5 }, limits, ms(0))).toMatchObject({ made: 5, freeAt: at(10) });
  });

  test('with a client that retries by itself: the broker counted one attempt, however long that takes', () => {
    expect(headOutlook(own, limits, ms(9))).toEqual({ made: 1, clientAttempt: null, nextAt: null, freeAt: at(30) });
    expect(headOutlook(own, limits, ms(21))).toEqual({ made: 1, clientAttempt: null, nextAt: null, freeAt: at(30) });
    // It should have given up 570 s ago: no moment is made up.
    expect(headOutlook(own, limits, ms(600))).toEqual({ made: 1, clientAttempt: null, nextAt: null, freeAt: null });
  });

  test('what the client reported has a name of its own, and makes the forecast exact', () => {
    const reported = { ...own, reported: { attempt: 2, at: at(12) } };
    expect(headOutlook(reported, limits, ms(13))).toEqual({ made: 1, clientAttempt: 2, nextAt: null, freeAt: at(32) });
    expect(headOutlook(reported, limits, ms(40))).toMatchObject({ made: 1, clientAttempt: 2, freeAt: null });
    // Taken back, or given back: what waits is the broker's, and so is its count.
    const waits = { ...failed, attempt: 1, reported: { attempt: 18, at: at(5) } };
    expect(headOutlook(waits, limits, ms(6))).toMatchObject({ made: 1, clientAttempt: 18, nextAt: at(10) });
  });

  test('with a simple consumer: it runs, and may fail at any moment', () => {
    const simple = { ...own, retriesItself: false };
    expect(headOutlook(simple, limits, ms(5))).toEqual({ made: 1, clientAttempt: null, nextAt: null, freeAt: at(35) });
  });

  test('held, or nothing in progress: nothing is scheduled, also while a client still has the head', () => {
    const nothing = { clientAttempt: null, nextAt: null, freeAt: null };
    expect(headOutlook({ ...failed, visibleAt: null }, limits, ms(0))).toMatchObject(nothing);
    expect(headOutlook(failed, { ...limits, held: true }, ms(0))).toEqual({ made: 1, ...nothing });
    expect(headOutlook(own, { ...limits, held: true }, ms(9))).toEqual({ made: 1, ...nothing });
    const reported = { ...own, reported: { attempt: 18, at: at(5) } };
    const held = headOutlook(reported, { ...limits, held: true }, ms(9));
    expect(held).toEqual({ made: 1, clientAttempt: 18, nextAt: null, freeAt: null });
    expect(headOutlook(null, limits, ms(0))).toEqual({ made: 0, ...nothing });
  });
});
