/** The numbers that PostgreSQL knows its types by. */
const TEXT = 25;
const INT4 = 23;
const TIMESTAMPTZ = 1184;
const BYTEA = 17;
const JSONB = 3802;

const HEADER_BYTES = 20;
/** PostgreSQL counts from the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0, 1);
const JSONB_VERSION = 1;

/**
 * An array of PostgreSQL as it travels in binary form. As text each element would be escaped here and parsed there,
 * character by character: that was a third of the cost of a large batch. `Element` is what the array holds.
 */
export class BinaryArray<Element> {
  declare readonly holds: Element;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** The driver asks for it. */
  toPostgres(): Buffer {
    return this.#bytes;
  }
}

export function textArray(values: readonly string[]): BinaryArray<string> {
  return variable(TEXT, values, Buffer.byteLength, writeText);
}

/** Null: none of them is set, which costs nothing. */
export function optionalTextArray(values: readonly (string | null)[]): BinaryArray<string | null> | null {
  return values.every((value) => value === null) ? null : variable(TEXT, values, Buffer.byteLength, writeText);
}

/** Of texts that are JSON. Null: none of them is set. */
export function optionalJsonArray(values: readonly (string | null)[]): BinaryArray<string | null> | null {
  if (values.every((value) => value === null)) return null;
  return variable(
    JSONB,
    values,
    (value: string) => Buffer.byteLength(value) + 1,
    (into, value, at) => {
      into[at] = JSONB_VERSION;
      into.write(value, at + 1, 'utf8');
    },
  );
}

export function bytesArray(values: readonly Buffer[]): BinaryArray<Buffer> {
  return variable(
    BYTEA,
    values,
    (value) => value.length,
    (into, value, at) => void value.copy(into, at),
  );
}

export function intArray(values: readonly number[]): BinaryArray<number> {
  return variable(INT4, values, fourBytes, (into, value, at) => void into.writeInt32BE(value, at));
}

export function timeArray(values: readonly Date[]): BinaryArray<Date> {
  return variable(TIMESTAMPTZ, values, eightBytes, (into, value, at) =>
    writeMicroseconds(into, value.getTime() - EPOCH_MS, at),
  );
}

const fourBytes = (): number => 4;
const eightBytes = (): number => 8;

function writeText(into: Buffer, value: string, at: number): void {
  into.write(value, at, 'utf8');
}

/** BigInt only for what is more than 285 years away, where whole numbers of JavaScript end: it is slower. */
function writeMicroseconds(into: Buffer, ms: number, at: number): void {
  const value = ms * 1000;
  if (!Number.isSafeInteger(value)) {
    into.writeBigInt64BE(BigInt(ms) * 1000n, at);
    return;
  }
  const high = Math.floor(value / 2 ** 32);
  into.writeInt32BE(high, at);
  into.writeUInt32BE(value - high * 2 ** 32, at + 4);
}

function variable<Value>(
  type: number,
  values: readonly (Value | null)[],
  bytesOf: (value: Value) => number,
  write: (into: Buffer, value: Value, at: number) => void,
): BinaryArray<never> {
  let size = HEADER_BYTES;
  let hasNull = 0;
  const sizes = values.map((value) => {
    if (value === null) hasNull = 1;
    const bytes = value === null ? 0 : bytesOf(value);
    size += 4 + bytes;
    return bytes;
  });
  const into = Buffer.allocUnsafe(values.length === 0 ? 12 : size);
  into.writeInt32BE(values.length === 0 ? 0 : 1, 0);
  into.writeInt32BE(hasNull, 4);
  into.writeInt32BE(type, 8);
  if (values.length > 0) {
    into.writeInt32BE(values.length, 12);
    into.writeInt32BE(1, 16);
  }
  let at = HEADER_BYTES;
  for (const [index, value] of values.entries()) {
    const bytes = sizes[index] ?? 0;
    into.writeInt32BE(value === null ? -1 : bytes, at);
    at += 4;
    if (value !== null) write(into, value, at);
    at += bytes;
  }
  return new BinaryArray(into);
}
