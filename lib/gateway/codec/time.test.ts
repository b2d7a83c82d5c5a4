import fc from 'fast-check';
import { expect, test } from 'vitest';

import { fromDuration, fromTimestamp, toDuration, toTimestamp } from './time';

test('every millisecond survives the wire, before 1970 too', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(-1e12), max: new Date(4e12) }), (date) => {
      expect(fromTimestamp(toTimestamp(date))).toEqual(date);
    }),
  );
  fc.assert(
    fc.property(fc.nat(), (ms) => {
      expect(fromDuration(toDuration(ms))).toBe(ms);
    }),
  );
});

test('part of a millisecond does not count: 9999.9 ms is less than 10 s', () => {
  expect(fromDuration({ seconds: 9, nanos: 999_900_000 })).toBe(9999);
});

test('absent is null; empty is zero; out of range is null', () => {
  expect(fromDuration(undefined)).toBeNull();
  expect(fromDuration({})).toBe(0);
  expect(fromTimestamp(undefined)).toBeNull();
  expect(fromTimestamp({})).toEqual(new Date(0));
  expect(fromTimestamp({ seconds: 2 ** 62 })).toBeNull();
});

test('the first and the last time that the wire may say; what is beyond them is none', () => {
  const [first, last] = ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'];
  expect(fromTimestamp({ seconds: -62_135_596_800 })?.toISOString()).toBe(first);
  expect(fromTimestamp({ seconds: 253_402_300_799, nanos: 999_999_999 })?.toISOString()).toBe(last);
  expect(fromTimestamp({ seconds: -62_135_596_800, nanos: -1 })?.toISOString()).toBe(first);
  expect(fromTimestamp({ seconds: 253_402_300_799, nanos: 2_000_000_000 })?.toISOString()).toBe(last);
  expect(fromTimestamp({ seconds: -62_135_596_801 })).toBeNull();
  expect(fromTimestamp({ seconds: 253_402_300_800 })).toBeNull();
});

test('a duration and a time have whole seconds and nanoseconds that are not negative', () => {
  expect(toDuration(1500)).toEqual({ seconds: 1, nanos: 500_000_000 });
  expect(toTimestamp(new Date(1999))).toEqual({ seconds: 1, nanos: 999_000_000 });
  expect(toTimestamp(new Date(-500))).toEqual({ seconds: -1, nanos: 500_000_000 });
});
