/** What a header may be: one of the four that begin a request, one that is checked, any other, or none at all. */
export const KIND = {
  REGULAR: 0,
  METHOD: 1,
  SCHEME: 2,
  AUTHORITY: 3,
  PATH: 4,
  TE: 5,
  CONTENT_LENGTH: 6,
  ILLEGAL: 7,
} as const;

/** A decoded header; the tables keep it, so a name and value that come again cost nothing. */
export interface Field {
  readonly name: string;
  readonly value: string;
  readonly kind: number;
  /** RFC 7541, 4.1. */
  readonly bytes: number;
}

const OVERHEAD_BYTES = 32;
const NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/;
// oxlint-disable-next-line no-control-regex -- these are what a value must not have
const ILLEGAL_VALUE = /[\0\r\n]/;
/** RFC 9113, 8.2.2: headers of HTTP/1 connections. */
const KINDS: ReadonlyMap<string, number> = new Map([
  [':method', KIND.METHOD],
  [':scheme', KIND.SCHEME],
  [':authority', KIND.AUTHORITY],
  [':path', KIND.PATH],
  ['te', KIND.TE],
  ['content-length', KIND.CONTENT_LENGTH],
  ['connection', KIND.ILLEGAL],
  ['keep-alive', KIND.ILLEGAL],
  ['proxy-connection', KIND.ILLEGAL],
  ['transfer-encoding', KIND.ILLEGAL],
  ['upgrade', KIND.ILLEGAL],
]);

export function fieldOf(name: string, value: string): Field {
  const bytes = name.length + value.length + OVERHEAD_BYTES;
  return { name, value, kind: ILLEGAL_VALUE.test(value) ? KIND.ILLEGAL : kindOf(name), bytes };
}

function kindOf(name: string): number {
  const known = KINDS.get(name);
  if (known !== undefined) return known;
  return NAME.test(name) ? KIND.REGULAR : KIND.ILLEGAL;
}
