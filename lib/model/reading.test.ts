import { describe, expect, it } from 'vitest';
import { ageReading, estimated, known, mapReading, stale, sumReadings, unknown, valueOrNull } from './reading';

const now = '2026-11-21T03:24:10.000Z';
const earlier = '2026-11-21T03:22:58.000Z';

describe('reading', () => {
  it('keeps unknown apart from zero', () => {
    expect(valueOrNull(unknown('timed out'))).toBeNull();
    expect(valueOrNull(known(0, now))).toBe(0);
    expect(mapReading(unknown<number>('timed out', earlier), (value) => value + 1)).toEqual({
      kind: 'unknown',
      since: earlier,
      reason: 'timed out',
    });
  });

  it('sums with the honesty of the weakest part', () => {
    expect(sumReadings([known(1, now), known(2, now)], now)).toEqual(known(3, now));
    expect(sumReadings([known(1, now), estimated(2, earlier)], now)).toEqual(estimated(3, earlier));
    expect(sumReadings([known(1, now), stale(2, earlier, 'slow')], now)).toEqual(stale(3, earlier, 'slow'));
    expect(sumReadings([known(1, now), unknown('down')], now).kind).toBe('unknown');
    expect(sumReadings([], now)).toEqual(known(0, now));
  });

  it('ages a value into a stale one and leaves the others', () => {
    expect(ageReading(known(5, earlier), now, 60_000).kind).toBe('stale');
    expect(ageReading(known(5, earlier), now, 120_000)).toEqual(known(5, earlier));
    expect(ageReading(unknown('x'), now, 0).kind).toBe('unknown');
  });
});
