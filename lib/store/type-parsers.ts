import pg from 'pg';

const INT8_OID = 20;
const INT8_ARRAY_OID = 1016;
const TIMESTAMPTZ_OID = 1184;

const [ZERO, DASH, SPACE, POINT] = [48, 45, 32, 46];

/** Ids and offsets stay below 2^53 for any load a database survives; crossing it must not round. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond the safe integers of JavaScript`);
  return value;
}

// pg's types list only the scalar oids.
const parseTextArray = pg.types.getTypeParser(INT8_ARRAY_OID as never) as unknown as (
  text: string,
) => (string | null)[];

function parseInt8Array(text: string): (number | null)[] {
  return parseTextArray(text).map((item) => (item === null ? null : parseInt8(item)));
}

const parseAnyTime = pg.types.getTypeParser(TIMESTAMPTZ_OID) as (text: string) => Date;

/**
 * Sessions are in UTC, so a time is "2026-01-31 12:00:00.123456+00": read digit by digit, three times as fast as by a
 * pattern. Anything else (infinity, years before 1000 or after 9999) is the driver's to read.
 */
export function parseTime(text: string): Date {
  const end = text.length - 3;
  const isUsual =
    end >= 19 &&
    end <= 26 &&
    text.endsWith('+00') &&
    text.charCodeAt(0) !== ZERO &&
    text.charCodeAt(4) === DASH &&
    text.charCodeAt(10) === SPACE &&
    (end === 19 || text.charCodeAt(19) === POINT);
  if (!isUsual) return parseAnyTime(text);
  const two = (at: number): number => (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;
  let ms = 0;
  for (let at = 20, unit = 100; at < end && unit >= 1; at += 1, unit /= 10) ms += (text.charCodeAt(at) - ZERO) * unit;
  return new Date(Date.UTC(two(0) * 100 + two(2), two(5) - 1, two(8), two(11), two(14), two(17), ms));
}

/** Per pool, not global: Prisma reads int8 its own way. */
export const brokerTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8_OID) return parseInt8;
    if (format !== 'binary' && oid === TIMESTAMPTZ_OID) return parseTime;
    if (format !== 'binary' && oid === INT8_ARRAY_OID) return parseInt8Array;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};
