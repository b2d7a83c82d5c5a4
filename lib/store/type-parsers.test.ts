import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';

import { parseTime } from './type-parsers';

const byDriver = pg.types.getTypeParser(1184) as (text: string) => Date;

test('a time is read as the driver reads it, whatever its fraction', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      fc.stringMatching(/^(\.\d{0,5}[1-9])?$/),
      (date, fraction) => {
        const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${fraction}+00`;
        expect(parseTime(text)).toEqual(byDriver(text));
      },
    ),
    { numRuns: 2000 },
  );
});

test.each(['infinity', '-infinity', '0099-01-01 00:00:00+00', '12026-01-01 00:00:00+00', '2026-01-01 00:00:00.5+02'])(
  'what is not a usual time in UTC is left to the driver: %s',
  (text) => {
    expect(parseTime(text)).toEqual(byDriver(text));
  },
);
