import type { Comparison, FilterExpression, FilterValue, Search } from './expression';
import { compareNumbers, type JavaNumber, negate, readAs } from './java-number';

/** Null: the message has no such property. */
export type PropertyLookup = (name: string) => string | null;

/** Counts work, so that a caller can bound a turn without a clock. */
export interface Meter {
  steps: number;
}

const CHARS_PER_STEP = 64;
/** One for all: it is expected for every message whose text is no number, and a stack would cost more than the test. */
const INCOMPARABLE = new Error('the two values cannot be compared');

/**
 * Whether a message matches. As in the original, unknown does not match, and two values that cannot be compared (a
 * text that is no number with a number) make the whole expression not match unless it was decided before reaching them.
 * Source: Apache RocketMQ ExpressionMessageFilter and the expressions it evaluates.
 */
export function matchesFilter(
  expression: FilterExpression,
  property: PropertyLookup,
  meter: Meter = { steps: 0 },
): boolean {
  try {
    return evaluate(expression, property, meter) === true;
  } catch (error) {
    if (error === INCOMPARABLE) return false;
    throw error;
  }
}

function evaluate(expression: FilterExpression, property: PropertyLookup, meter: Meter): FilterValue {
  meter.steps += 1;
  switch (expression.op) {
    case 'constant':
      return expression.value;
    case 'property':
      return property(expression.name);
    case 'negate': {
      const value = evaluate(expression.of, property, meter);
      return isNumber(value) ? negate(value) : null;
    }
    case 'cast': {
      const value = evaluate(expression.of, property, meter);
      // Properties are texts, and a text is never a boolean here: 'true' has to be compared with TRUE.
      return value === null ? null : value === true;
    }
    case 'not': {
      const value = evaluate(expression.of, property, meter);
      return value === null ? null : value !== true;
    }
    case 'and':
      return evaluateLogic(expression.of, false, property, meter);
    case 'or':
      return evaluateLogic(expression.of, true, property, meter);
    case 'equal':
      return areEqual(evaluate(expression.left, property, meter), evaluate(expression.right, property, meter));
    case 'compare':
      return compares(
        expression.sign,
        evaluate(expression.left, property, meter),
        evaluate(expression.right, property, meter),
      );
    case 'in': {
      const value = evaluate(expression.of, property, meter);
      return typeof value === 'string' ? expression.values.has(value) !== expression.not : null;
    }
    case 'search': {
      const value = evaluate(expression.of, property, meter);
      // Of a missing property neither CONTAINS nor NOT CONTAINS is true; nor of the empty text.
      if (typeof value !== 'string' || expression.text === '') return false;
      meter.steps += Math.ceil(value.length / CHARS_PER_STEP);
      return found(expression.how, value, expression.text) !== expression.not;
    }
  }
}

/** AND is decided by the first FALSE, OR by the first TRUE; what comes after is not evaluated. */
function evaluateLogic(
  parts: readonly FilterExpression[],
  decides: boolean,
  property: PropertyLookup,
  meter: Meter,
): boolean | null {
  let unknown = false;
  for (const part of parts) {
    const value = evaluate(part, property, meter);
    if (value === decides) return decides;
    unknown ||= value === null;
  }
  return unknown ? null : !decides;
}

/** Not symmetric for a missing value: unknown on the left, FALSE on the right; two missing ones are equal. */
function areEqual(left: FilterValue, right: FilterValue): boolean | null {
  if (left === null) return right === null ? true : null;
  if (right === null) return false;
  return compareValues(left, right) === 0;
}

function compares(sign: Comparison, left: FilterValue, right: FilterValue): boolean | null {
  if (left === null || right === null) return null;
  const order =
    typeof left === 'string' && typeof right === 'string'
      ? compareNumbers(numberOf('double', left), numberOf('double', right))
      : compareValues(left, right);
  switch (sign) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

/** A text is read as the type of the other side. Of two texts only "the same" (0) has a meaning. */
function compareValues(left: Exclude<FilterValue, null>, right: Exclude<FilterValue, null>): number {
  if (typeof left === 'string') {
    if (typeof right === 'string') return left === right ? 0 : 1;
    if (isNumber(right)) return compareNumbers(numberOf(right.type, left), right);
    return Number(left.toLowerCase() === 'true') - Number(right);
  }
  if (isNumber(left)) {
    if (typeof right === 'string') return compareNumbers(left, numberOf(left.type, right));
    return isNumber(right) ? compareNumbers(left, right) : -1;
  }
  // The original fails on a boolean at the left of a text.
  if (typeof right === 'string') throw INCOMPARABLE;
  return isNumber(right) ? -1 : Number(left) - Number(right);
}

function numberOf(type: JavaNumber['type'], text: string): JavaNumber {
  const number = readAs(type, text);
  if (number === null) throw INCOMPARABLE;
  return number;
}

function found(how: Search, value: string, text: string): boolean {
  switch (how) {
    case 'CONTAINS':
      return value.includes(text);
    case 'STARTSWITH':
      return value.startsWith(text);
    case 'ENDSWITH':
      return value.endsWith(text);
  }
}

function isNumber(value: FilterValue): value is JavaNumber {
  return typeof value === 'object' && value !== null;
}
