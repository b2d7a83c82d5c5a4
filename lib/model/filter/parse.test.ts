import { expect, test } from 'vitest';

import type { BrokerError } from '../errors';
import { LIMITS } from '../limits';
import { matchesFilter } from './evaluate';
import { parseFilterExpression } from './parse';

function refusal(expression: string): BrokerError {
  try {
    parseFilterExpression(expression);
  } catch (error) {
    return error as BrokerError;
  }
  throw new Error(`accepted: ${expression}`);
}

test.each([
  ['', 1],
  ['   ', 4],
  ['*', 1],
  ['a', null],
  ['a =', 4],
  ['= 1', 1],
  ['a = 1 b = 2', 7],
  ['a = 1 garbage', 7],
  ['a == 1', 4],
  ['a != 1', 3],
  ['a > = 1', 5],
  ['a and between 2 and 10', 7],
  ['a BETWEEN 10 AND 0', 3],
  ["a BETWEEN 'a' AND 'b'", 3],
  ['a BETWEEN 1', 12],
  ['a BETWEEN NULL AND 1', 3],
  ["a > 'x'", 3],
  ["a > '5'", 3],
  ['a > TRUE', 3],
  ['a = NULL', 3],
  ['NULL <> a', 6],
  ['TRUE = 1', 6],
  ['(a = 1) > 2', 9],
  ['a < b < c', 7],
  ["'text'", 1],
  ['5', 1],
  ['-a', 1],
  ['a = 1 AND 5', 7],
  ['NOT 5', 1],
  ["NOT a = 'x'", 7],
  ['NOT a IS NULL', 7],
  ["NOT a IN ('x')", 7],
  ["a = 1 OR NOT b <> 'x'", 16],
  ['a IS 1', 6],
  ['a IS NOT 1', 10],
  ['a IN ()', 7],
  ["a IN ('x'", 10],
  ["a IN ('x',)", 11],
  ['a IN (1)', 7],
  ["'a' IN ('a')", 5],
  ['a CONTAINS b', 12],
  ["a LIKE 'x%'", 3],
  ["a = 'open", 5],
  ['a = "x"', 5],
  ['a = 1;', 6],
  ['(a = 1', 7],
  ['a = 1)', 6],
  ['((', 3],
  ['ä = 1', 1],
  ['a = 007', 6],
  ['a > 9223372036854775808', 5],
  [`a > ${'1'.repeat(400)}.0`, 5],
  ['a > 1e400', 5],
  ['a > 1e-400', 5],
  ['a /* open', 3],
  ['a NOT = 1', 3],
  ['AND', 1],
])('%s is refused at character %s', (expression, at) => {
  if (at === null) {
    expect(parseFilterExpression(expression)).toMatchObject({ op: 'cast' });
    return;
  }
  const error = refusal(expression);
  expect(error).toMatchObject({ code: 'illegal-filter', field: 'filter' });
  expect(error.limit).toBeDefined();
  expect(error.message).toContain(`at character ${at} `);
});

const many = (count: number, part: string, between: string): string =>
  Array.from({ length: count }, () => part).join(between);

test.each([
  ['characters', `a = '${'x'.repeat(LIMITS.filterChars - 6)}'`, `a = '${'x'.repeat(LIMITS.filterChars - 5)}'`],
  ['nesting', nested(LIMITS.filterDepth), nested(LIMITS.filterDepth + 1)],
  ['minus signs', `a > ${many(LIMITS.filterDepth - 2, '-', ' ')} 1`, `a > ${many(LIMITS.filterDepth, '-', ' ')} 1`],
  ['NOTs', `${many(LIMITS.filterDepth - 2, 'NOT', ' ')} a`, `${many(LIMITS.filterDepth, 'NOT', ' ')} a`],
  ['chains', `a${many(LIMITS.filterDepth - 1, ' IS NULL', '')}`, `a${many(LIMITS.filterDepth, ' IS NULL', '')}`],
  ['comparisons', many(LIMITS.filterTerms, 'a=1', ' OR '), many(LIMITS.filterTerms + 1, 'a=1', ' OR ')],
  [
    'searched text',
    `a CONTAINS '${'x'.repeat(LIMITS.filterSearchChars)}'`,
    `a CONTAINS '${'x'.repeat(LIMITS.filterSearchChars + 1)}'`,
  ],
  [
    'searches',
    many(LIMITS.filterTerms / 64, "a CONTAINS 'x'", ' OR '),
    many(LIMITS.filterTerms / 64 + 1, "a CONTAINS 'x'", ' OR '),
  ],
])('at most so many %s', (_what, accepted, refused) => {
  expect(parseFilterExpression(accepted).depth).toBeLessThanOrEqual(LIMITS.filterDepth);
  expect(refusal(refused)).toMatchObject({ code: 'illegal-filter', field: 'filter' });
  expect(typeof refusal(refused).value).toBe('number');
});

function nested(depth: number): string {
  return `${'('.repeat(depth)}a = 1${')'.repeat(depth)}`;
}

test('no accepted expression costs more than a few thousand steps, whatever the message', () => {
  const value = 'x'.repeat(LIMITS.propertyBytes - 1);
  const worst = [
    many(LIMITS.filterTerms / 64, "a CONTAINS 'xxxy'", ' OR '),
    many(LIMITS.filterTerms, 'a<a', ' OR '),
    many(LIMITS.filterTerms / 2, 'a NOT BETWEEN a AND a', ' OR ')
      .slice(0, LIMITS.filterChars)
      .replace(/ OR [^R]*$/, ''),
    many(LIMITS.filterTerms, "a=''", ' OR '),
    many(LIMITS.filterTerms / 32, `a > ${many(28, '-', ' ')} 1`, ' OR '),
    many(LIMITS.filterTerms / 2, `${many(4, 'NOT', ' ')} (a = 1) AND TRUE`, ' OR '),
    `a IN (${many((LIMITS.filterChars - 10) / 4, "'x'", ',')})`,
  ];
  for (const expression of worst) {
    const meter = { steps: 0 };
    matchesFilter(parseFilterExpression(expression), () => value, meter);
    expect(meter.steps).toBeLessThan(5_000);
  }
});
