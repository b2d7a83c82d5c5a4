import { expect, test } from 'vitest';

import { differencesOf, filterKey, filterWords, shownExpression, type Subscription, tagsIn } from './subscription';

const tag = (expression: string, clients = 1, topic = 'orders'): Subscription & { clients: number } => ({
  ...{ topic, type: 'TAG', expression, clients },
});
const sql = (expression: string): Subscription & { clients: number } => ({
  ...{ topic: 'orders', type: 'SQL', expression, clients: 1 },
});

test.each([
  ['*', null],
  ['', null],
  ['red', ['red']],
  [' red || blue||red ||', ['blue', 'red']],
  ['* || red', ['*', 'red']],
])('tags of %j', (expression, tags) => {
  expect(tagsIn(expression)).toEqual(tags);
});

test.each([
  ['one filter', [tag('red', 3)], []],
  ['the same tags in another order', [tag('red || blue'), tag('blue||red')], []],
  ['all messages, written in two ways', [tag('*'), tag('')], []],
  ['other topics', [tag('red', 1, 'a'), tag('blue', 1, 'b')], []],
  ['the same SQL with a space at its end', [sql('a > 1'), sql('a > 1 ')], []],
])('alike: %s', (_, rows, found) => {
  expect(differencesOf(rows)).toEqual(found);
});

test('different: by topic, most clients first, clients of the same filter together', () => {
  expect(differencesOf([tag('red'), tag('blue || green', 2), tag('green||blue'), tag('x', 1, 'other')])).toEqual([
    {
      topic: 'orders',
      filters: [
        { type: 'TAG', expression: 'blue || green', clients: 3 },
        { type: 'TAG', expression: 'red', clients: 1 },
      ],
    },
  ]);
  expect(differencesOf([tag('*'), sql('TRUE')])).toHaveLength(1);
  expect(differencesOf([tag('a', 1, 'z'), tag('b', 1, 'z'), tag('a'), tag('b')]).map(({ topic }) => topic)).toEqual([
    ...['orders', 'z'],
  ]);
});

test('a long expression is cut where it is shown, and compared whole', () => {
  const long = `a = '${'x'.repeat(400)}'`;
  expect(shownExpression({ type: 'SQL', expression: long })).toHaveLength(256);
  expect(filterKey({ type: 'SQL', expression: long })).toContain(long);
  expect(differencesOf([sql(`${long} OR b`), sql(`${long} OR c`)])).toHaveLength(1);
});

test('in words', () => {
  expect(filterWords({ type: 'TAG', expression: '*', clients: 2 })).toBe('all messages (2 clients)');
  expect(filterWords({ type: 'TAG', expression: 'red', clients: 1 })).toBe('red (1 client)');
  expect(filterWords({ type: 'NONE', expression: '', clients: 1 })).toBe('no subscription (1 client)');
});
