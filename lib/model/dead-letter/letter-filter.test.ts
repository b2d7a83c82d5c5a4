import { expect, test } from 'vitest';

import { conditionWords, NO_VERSION, toConditions } from './letter-filter';

test('a filter says the same in an address and in words', () => {
  const at = new Date('2026-01-31T12:00:30Z');
  const conditions = toConditions({
    ...{ from: at, to: '2026-02-01T00:00:00Z', expiresBefore: at, q: 'northpay', cause: 'c0ffee', topic: 'orders' },
    ...{
      appVersion: '2.14.0',
      key: 'order-62',
      attemptsFrom: 2,
      attemptsTo: 3,
      json: '$.a',
      held: true,
      accepted: false,
    },
  });
  expect(conditions).toMatchObject({ from: at.toISOString(), attempts: '2-3', held: 'yes', accepted: 'no' });
  expect(conditionWords(conditions, 'cause “Timeout”')).toEqual([
    'dead-lettered from 2026-01-31 12:00 UTC',
    'dead-lettered before 2026-02-01 00:00 UTC',
    'text “northpay”',
    'cause “Timeout”',
    'expires by 2026-01-31 12:00 UTC',
    'topic orders',
    'client version 2.14.0',
    'key order-62',
    '2-3 deliveries',
    'body $.a',
    'on hold',
    'not accepted',
  ]);
  expect(conditionWords({ cause: 'c0ffee', from: '-6h', version: NO_VERSION })).toEqual([
    'dead-lettered from -6h',
    'one cause',
    'no version reported',
  ]);
  expect(toConditions({ attemptsFrom: 4, attemptsTo: 4 }).attempts).toBe('4');
  expect(toConditions({ attemptsFrom: 2 }).attempts).toBe('2-');
  expect(toConditions({ attemptsTo: 2 }).attempts).toBe('0-2');
  expect(conditionWords(toConditions({}))).toEqual([]);
});
