import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unpackBody } from '../reads/unpack-body';
import { readAhead, readMoment } from './time-range';

test('a packed body is unpacked up to a limit; what is not packed is shown as it is', () => {
  const text = Buffer.from('{"a":1}');
  expect(unpackBody(text, 'IDENTITY')).toEqual({ bytes: text, unpacked: false, problem: null });
  expect(unpackBody(gzipSync(text), 'GZIP')).toEqual({ bytes: text, unpacked: true, problem: null });
  const bomb = gzipSync(Buffer.alloc(9 * 1024 * 1024));
  expect(unpackBody(bomb, 'GZIP')).toMatchObject({
    bytes: bomb,
    unpacked: false,
    problem: expect.stringContaining('8 MB'),
  });
  expect(unpackBody(text, 'GZIP')).toMatchObject({
    bytes: text,
    unpacked: false,
    problem: expect.stringContaining('gzip'),
  });
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
  for (const wrong of ['garbage', '-6x', '2026-13-01', '6h']) {
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
