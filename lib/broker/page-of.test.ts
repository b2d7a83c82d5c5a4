import { expect, test } from 'vitest';

import { cursorParts } from './page-of';

const PATTERN = /^(infinity|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,15})$/;

test('a cursor is a time and what follows; none is the first page', () => {
  expect(cursorParts('2026-02-28T00:00:00.000001Z_7', PATTERN)).toEqual(['2026-02-28T00:00:00.000001Z', '7']);
  expect(cursorParts('infinity_7', PATTERN)).toEqual(['infinity', '7']);
  expect([cursorParts(undefined, PATTERN), cursorParts('', PATTERN)]).toEqual([null, null]);
});

test.each([
  '2026-02-30T00:00:00.000000Z_7',
  '2026-13-01T00:00:00.000000Z_7',
  '2026-01-01T25:00:00.000000Z_7',
  'x',
  '_7',
])('%s is refused before the database refuses it', (cursor) =>
  expect(() => cursorParts(cursor, PATTERN)).toThrow(
    expect.objectContaining({ code: 'bad-request', message: expect.stringContaining('Invalid cursor') }),
  ),
);
