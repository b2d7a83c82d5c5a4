import { describe, expect, it } from 'vitest';
import { fromPicked, momentWords, toPicked } from './moment.model';

const at = '2026-11-21T03:24:10.000Z';
const now = Date.parse(at);

describe('moments of an address', () => {
  it('are said as people say them', () => {
    expect(momentWords(at, 'UTC', now)).toBe('21 Nov 2026 03:24:10 UTC');
    expect(momentWords(at, 'Asia/Tokyo', now)).toBe('21 Nov 2026 12:24:10 local');
    expect(momentWords('-6h', 'UTC', now)).toBe('6 h ago');
    expect(momentWords('24h', 'UTC', now)).toBe('24 h from now');
    expect(momentWords('yesterday', 'UTC', now)).toBe('yesterday');
  });

  it.each(['UTC', 'Asia/Tokyo', 'America/New_York', 'Asia/Kathmandu'])('are picked in %s and come back', (zone) => {
    expect(fromPicked(toPicked(at, zone), zone)).toBe(at);
  });

  it('are picked right on both sides of a change of the clocks', () => {
    expect(fromPicked('2026-03-29T01:59:00', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z');
    expect(fromPicked('2026-03-29T03:01:00', 'Europe/Berlin')).toBe('2026-03-29T01:01:00.000Z');
  });

  it('are nothing while they are incomplete', () => {
    expect(fromPicked('', 'UTC')).toBeUndefined();
    expect(toPicked('-6h', 'UTC')).toBe('');
    expect(toPicked(undefined, 'UTC')).toBe('');
    expect(toPicked('2026-01-31T12:00:00.000Z', 'UTC')).toBe('2026-01-31T12:00');
  });
});
