/**
 * Numbers as the original's filters see them: a constant is an int, a long or a double, and the text it is compared
 * with is read as that type. `a = 3` therefore does not read '3.0', and `a = 3.0` does. Source: Apache RocketMQ
 * ComparisonExpression, ConstantExpression; Java's Integer, Long and Double.valueOf.
 */
export type JavaNumber =
  | { readonly type: 'int'; readonly value: number }
  | { readonly type: 'long'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number };

const INT_MIN = -(2 ** 31);
const INT_MAX = 2 ** 31 - 1;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;
/** Longer text is not read as a number: it bounds the work per comparison. */
const MAX_CHARS = 128;
const SPACE = 0x20;
const WHOLE = /^[+-]?\d+$/;
const DOUBLE = /^([+-]?)(?:(NaN)|(Infinity)|((?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]?)$/;

/** An integer constant: int when it fits, else long; null when it fits neither. */
export function wholeConstant(digits: string): JavaNumber | null {
  const value = BigInt(digits);
  if (value > LONG_MAX) return null;
  return value <= BigInt(INT_MAX) ? { type: 'int', value: Number(value) } : { type: 'long', value };
}

/** Reads text as a number of the given type; null: it is none. Hexadecimal floats are not read. */
export function readAs(type: JavaNumber['type'], text: string): JavaNumber | null {
  if (text.length > MAX_CHARS) return null;
  if (type === 'double') return readDouble(text);
  if (!WHOLE.test(text)) return null;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  if (type === 'long') return value < LONG_MIN || value > LONG_MAX ? null : { type, value };
  const int = Number(value);
  return int < INT_MIN || int > INT_MAX ? null : { type, value: int };
}

function readDouble(text: string): JavaNumber | null {
  const match = DOUBLE.exec(trimmed(text));
  if (match === null) return null;
  const [, sign = '', notANumber, infinity, digits = ''] = match;
  if (notANumber !== undefined) return { type: 'double', value: Number.NaN };
  const size = infinity === undefined ? Number(digits) : Number.POSITIVE_INFINITY;
  return { type: 'double', value: sign === '-' ? -size : size };
}

export function negate(number: JavaNumber): JavaNumber {
  return number.type === 'long' ? { type: 'long', value: -number.value } : { ...number, value: -number.value };
}

/** Negative, 0 or positive; whole numbers exactly, everything else as doubles in Java's total order. */
export function compareNumbers(left: JavaNumber, right: JavaNumber): number {
  if (left.type !== 'double' && right.type !== 'double') {
    const [a, b] = [BigInt(left.value), BigInt(right.value)];
    return a < b ? -1 : a > b ? 1 : 0;
  }
  const [a, b] = [Number(left.value), Number(right.value)];
  if (a < b) return -1;
  if (a > b) return 1;
  // Of two that compare equal or not at all: NaN is the greatest, and -0 is less than 0.
  if (Object.is(a, b)) return 0;
  return Number.isNaN(a) || Object.is(b, -0) ? 1 : -1;
}

/** As Java trims: everything up to and including the space. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= SPACE) start += 1;
  while (end > start && text.charCodeAt(end - 1) <= SPACE) end -= 1;
  return text.slice(start, end);
}
