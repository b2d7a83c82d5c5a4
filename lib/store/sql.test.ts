import { expect, test } from 'vitest';

import { sql } from './sql';

test('a name stands for its value wherever it occurs, in any order', () => {
  const text = 'UPDATE t SET a = $next::int, b = $name WHERE a = $last AND c <> $name';
  expect(sql(text, { last: 1, name: 'x', next: 2 })).toEqual({
    text: 'UPDATE t SET a = $1::int, b = $2 WHERE a = $3 AND c <> $2',
    values: [2, 'x', 1],
  });
});

test('a name without a value is an error; undefined is null, as it is for the driver', () => {
  expect(() => sql('SELECT $groupId', { group: 1 })).toThrow('$groupId has no value');
  expect(sql('SELECT $groupId', { groupId: undefined }).values).toEqual([null]);
});

test('a value that the text does not name is not sent', () => {
  expect(sql('SELECT $a', { a: 1, b: 2 }).values).toEqual([1]);
});

test('a hot statement has a name of its own', () => {
  expect(sql('SELECT $a', { a: 1 }, 'hot')).toEqual({ name: 'hot', text: 'SELECT $1', values: [1] });
});
