import { afterEach, expect, test, vi } from 'vitest';
import { readAhead, readMoment } from './time-range';

afterEach(() => vi.unstubAllEnvs());

test('a time without a zone is UTC, wherever the server is', () => {
  for (const zone of ['America/New_York', 'Asia/Kolkata']) {
    vi.stubEnv('TZ', zone);
    expect(new Date('2026-01-01T12:00').getTimezoneOffset()).not.toBe(0);
    expect(readMoment('from', '2026-01-01T12:00', '')?.toISOString()).toBe('2026-01-01T12:00:00.000Z');
  }
});

test('a range is a moment or a distance from now, UTC unless it says otherwise', () => {
  const now = '2026-01-02T00:00:00.000Z';
  const iso = (text: string): string | undefined => readMoment('from', text, now)?.toISOString();
  expect(iso('')).toBeUndefined();
  expect(iso('-6h')).toBe('2026-01-01T18:00:00.000Z');
  expect(iso('-90m')).toBe('2026-01-01T22:30:00.000Z');
  expect(iso('2026-01-01')).toBe('2026-01-01T00:00:00.000Z');
  expect(iso('2026-01-01T12:00')).toBe('2026-01-01T12:00:00.000Z');
  expect(iso('2026-01-01T12:00:00+02:00')).toBe('2026-01-01T10:00:00.000Z');
  for (const wrong of ['garbage', '-6x', '2026-13-01', '2026-02-30', '2026-04-31T12:00Z', '6h']) {
    expect(() => readMoment('from', wrong, now)).toThrow(/from must be a time/);
  }
});

test('what is ahead: a distance from now, or a moment', () => {
  const now = '2026-01-02T00:00:00.000Z';
  const iso = (text?: string): string | undefined => readAhead('expires', text, now)?.toISOString();
  expect(iso()).toBeUndefined();
  expect(iso('24h')).toBe('2026-01-03T00:00:00.000Z');
  expect(iso('7d')).toBe('2026-01-09T00:00:00.000Z');
  expect(iso('2026-01-05T12:00Z')).toBe('2026-01-05T12:00:00.000Z');
  expect(() => readAhead('expires', '5x', now)).toThrow(/expires must be a time/);
});
