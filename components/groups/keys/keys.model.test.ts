import { describe, expect, test } from 'vitest';
import { attemptOf, freeAtLatest } from './keys.model';

describe('ordered keys', () => {
  const limits = { maxRetries: 3, retryPolicy: { type: 'fixed', intervalMs: 10_000 } } as const;
  const since = '2026-01-01T00:00:00.000Z';
  const failed = { attempt: 1, held: false, failed: true, since, visibleAt: '2026-01-01T00:00:10.000Z' };
  test('free at the latest when the last try fails', () => {
    // tries 2, 3, 4 at 10, 20 and 30 s
    expect(freeAtLatest(failed, limits, Date.parse(since))).toBe('2026-01-01T00:00:30.000Z');
    expect(
      freeAtLatest(
        { ...failed, held: true, failed: false, visibleAt: '2026-01-01T00:10:00.000Z' },
        limits,
        Date.parse(since),
      ),
    ).toBe('2026-01-01T00:00:30.000Z');
  });

  test('tries a client makes on its own are an estimate, capped by the limit', () => {
    const held = { ...failed, held: true, failed: false };
    expect(attemptOf(failed, limits, Date.parse(since) + 60_000)).toEqual({ made: 1, estimate: false });
    expect(attemptOf(held, limits, Date.parse(since) + 9000)).toEqual({ made: 1, estimate: false });
    expect(attemptOf(held, limits, Date.parse(since) + 21_000)).toEqual({ made: 3, estimate: true });
    expect(attemptOf(held, limits, Date.parse(since) + 600_000)).toEqual({ made: 4, estimate: true });
  });
});
