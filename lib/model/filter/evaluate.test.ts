import { expect, test } from 'vitest';

import { matchesFilter } from './evaluate';
import { parseFilterExpression } from './parse';

const message: Readonly<Record<string, string>> = {
  TAGS: "it''s",
  color: 'red',
  count: '3',
  price: '3.50',
  empty: '',
  yes: 'True',
  no: 'no',
  long: '3000000000',
  nan: 'NaN',
  big: '9223372036854775807',
  constructor_: 'x',
};

function matches(expression: string, properties = message): boolean {
  return matchesFilter(parseFilterExpression(expression), (name) =>
    Object.hasOwn(properties, name) ? (properties[name] ?? null) : null,
  );
}

test.each([
  // texts
  ["color = 'red'", true],
  ["color = 'Red'", false],
  ["COLOR = 'red'", false],
  ["color <> 'blue'", true],
  ["TAGS = 'it''''s'", true],
  ["empty = ''", true],
  ['color = count OR color <> count', true],
  // numbers: the constant says how the text is read
  ['count = 3', true],
  ['count = 3.0', true],
  ['count = 3L', true],
  ['price = 3.5', true],
  ['price > 3', false],
  ['price > 3.0', true],
  ['count >= 3 AND count <= 3 AND NOT (count < 3) AND NOT (count > 3)', true],
  ['long > 3', false],
  ['long > 2999999999', true],
  ['big = 9223372036854775807', true],
  ['big > 9223372036854775806', true],
  ['count > -3 AND count > - - 2', true],
  ['count > +2', true],
  ['3 = count', true],
  ['4 > count', true],
  ['count < price', true],
  ['price < color', false],
  ["price < color OR color = 'red'", false],
  ["color = 'red' OR price < color", true],
  ['nan > 1e308', true],
  ['nan = .5', false],
  ['count > 2.E0', true],
  // text against number: nothing matches, not even the opposite
  ['color = 3', false],
  ['color <> 3', false],
  ['NOT (color = 3)', false],
  ["count = '3'", true],
  ["count = '3.0'", false],
  // booleans
  ['yes = TRUE', true],
  ['yes = FALSE', false],
  ['no = FALSE', true],
  ['TRUE = yes', false],
  ['TRUE', true],
  ['FALSE', false],
  ['NULL', false],
  ['TRUE = TRUE', true],
  ['1 = TRUE', false],
  ['yes', false],
  ['NOT yes', true],
  ['NOT missing', false],
  // missing properties: unknown, but false when they stand at the right
  ["missing = 'x'", false],
  ["missing <> 'x'", false],
  ["'x' = missing", false],
  ["'x' <> missing", true],
  ['missing = missing', true],
  ['missing IS NULL', true],
  ['missing IS NOT NULL', false],
  ['color IS NULL', false],
  ['color IS NOT NULL', true],
  ['missing > 1', false],
  ['NOT (missing > 1)', false],
  ['(missing > 1) IS NULL', true],
  ["missing > 1 OR color = 'red'", true],
  ["missing > 1 AND color = 'red'", false],
  ["(missing > 1 AND color = 'blue') IS NULL", false],
  ['-color IS NULL', true],
  ['-count = 3', false],
  // lists
  ["color IN ('blue', 'red')", true],
  ["color NOT IN ('blue', 'red')", false],
  ["missing IN ('x')", false],
  ["missing NOT IN ('x')", false],
  ["(color) IN ('red')", true],
  ["count IN ('3.0')", false],
  // ranges
  ['count BETWEEN 3 AND 3', true],
  ['count BETWEEN 1 AND 2', false],
  ['count NOT BETWEEN 4 AND 9', true],
  ['count NOT BETWEEN 1 AND 9', false],
  ['price BETWEEN 3.0 AND 4.0', true],
  ['price BETWEEN 3 AND 4', false],
  ['missing BETWEEN 1 AND 2 OR missing NOT BETWEEN 1 AND 2', false],
  ['count BETWEEN -1 AND price', true],
  // parts of texts
  ["color CONTAINS 'e'", true],
  ["color STARTSWITH 're'", true],
  ["color ENDSWITH 'ed'", true],
  ["color NOT CONTAINS 'x'", true],
  ["color NOT STARTSWITH 're'", false],
  ["color NOT ENDSWITH 'x'", true],
  ["missing NOT CONTAINS 'x'", false],
  ["color CONTAINS '' OR color NOT CONTAINS ''", false],
  ["3 CONTAINS '3'", false],
  // binding: AND before OR, comparison before both
  ["color = 'red' OR color = 'blue' AND count = 9", true],
  ["(color = 'red' OR color = 'blue') AND count = 9", false],
  ["color = 'red' = TRUE", true],
  ["color = 'red' = yes", false],
  // writing
  ["color='red'and count=3", true],
  ["color\t=\n'red' -- why not", true],
  ["/* a * b **/ color = 'red' /**/", true],
  ['color Is NoT nUlL', true],
  ['_a$1 IS NULL', true],
  ['__proto__ IS NULL AND constructor IS NULL AND toString IS NULL', true],
])('%s: %s', (expression, matched) => {
  expect(matches(expression)).toBe(matched);
});

test.each([
  ['+3', true],
  ['-0', true],
  ['0003', false],
  ['3 ', false],
  ['', false],
  ['3e0', false],
  ['99999999999', false],
  ['٣', false],
])('text %j as a whole number is below 4: %s', (text, below) => {
  const isWhole = matches('a <= 0 OR a >= 0', { a: text });
  expect(matches('a < 4', { a: text }) && isWhole).toBe(text === '0003' ? true : below);
});

test.each([' 3.5 ', '3.5f', '.35e1', '+3.5D', '35e-1', '3.5E+0'])('text %j is the double 3.5', (text) => {
  expect(matches('a = 3.5', { a: text })).toBe(true);
});

test.each(['3.5x', '3,5', '0x1p3', 'infinity', '1e', '.', '3.5.1', '1'.repeat(129)])('text %j is no double', (text) => {
  expect(matches('a > 0.5 OR a <= 0.5', { a: text })).toBe(false);
});

test('Infinity and NaN are doubles, in the order of Java', () => {
  expect(matches('a > 1e308', { a: 'Infinity' })).toBe(true);
  expect(matches('a < -1e308', { a: '-Infinity' })).toBe(true);
  expect(matches('a > b', { a: 'NaN', b: 'Infinity' })).toBe(true);
  expect(matches('a < b', { a: '-0.0', b: '0.0' })).toBe(true);
});
