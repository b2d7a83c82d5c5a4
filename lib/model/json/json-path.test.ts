import { expect, test } from 'vitest';
import { tell } from '../language/t';
import { problemPosition, problemWords, withDoubleEquals } from './json-path';

test.each([
  ['$.currency = "JPY"', '$.currency == "JPY"'],
  ['$.currency == "JPY"', '$.currency == "JPY"'],
  ['$.a <= 3 && $.b = "x = \\"y\\""', '$.a <= 3 && $.b == "x = \\"y\\""'],
  ['$.a != 1 || $.b >= 2 || $."x=1" = 2', '$.a != 1 || $.b >= 2 || $."x=1" == 2'],
])('%s is read as %s', (given, read) => expect(withDoubleEquals(given)).toBe(read));

test('a problem has the position of the word that it names', () => {
  expect(problemPosition('$.a ==', 'syntax error at end of jsonpath input')).toBe(7);
  expect(problemPosition('$.a == foo', 'syntax error at or near "foo" of jsonpath input')).toBe(8);
  expect(problemPosition('$.a', 'something else')).toBeNull();
  expect(tell(problemWords('syntax error at end of jsonpath input') ?? '')).toBe('it ends where more is expected');
  expect(tell(problemWords('syntax error at or near "foo" of jsonpath input') ?? '')).toBe(
    '“foo” is not expected there',
  );
  expect(problemWords('something else')).toBeNull();
});
