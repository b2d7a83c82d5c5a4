import pg from 'pg';

const INT8_OID = 20;
const INT8_ARRAY_OID = 1016;

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

/** Per pool, not global: Prisma reads int8 its own way. */
export const brokerTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === INT8_OID) return parseInt8;
    if (format !== 'binary' && oid === INT8_ARRAY_OID) return parseInt8Array;
    return pg.types.getTypeParser(oid, format);
  }) as pg.CustomTypesConfig['getTypeParser'],
};
