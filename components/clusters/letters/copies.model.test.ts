import { expect, test } from 'vitest';

import { copyWords, unseenWords } from './copies.model';

const copy = {
  ...{ broker: 'broker-a', topic: 'orders', queueNo: 0, offset: 1, storedAt: '2026-01-01T00:00:00.000Z' },
  ...{ messageId: 'm', tag: null, keys: [], firstDeliveredAt: null, bodyBytes: 2 },
};

test.each([
  [{ role: 'sent', group: null, reconsumeTimes: 0 }, 'sent'],
  [{ role: 'retry', group: 'billing', reconsumeTimes: 2 }, 'retry 2 of billing due'],
  [{ role: 'retry', group: 'billing', reconsumeTimes: 0 }, 'sent again to billing alone'],
  [{ role: 'dead', group: 'billing', reconsumeTimes: 3 }, 'died in billing'],
] as const)('%j', (of, words) => {
  expect(copyWords({ ...copy, ...of })).toBe(words);
});

test('what was not searched is said', () => {
  expect(unseenWords({ left: 0, copies: [] })).toHaveLength(2);
  expect(unseenWords({ left: 7, copies: [] }).at(-1)).toContain('7 more groups');
  const dead = { ...copy, role: 'dead', group: 'billing', reconsumeTimes: 3 } as const;
  expect(unseenWords({ left: 0, copies: [dead] })[0]).toContain('as it was sent is not found');
  expect(unseenWords({ left: 0, copies: [dead, { ...dead, role: 'sent' }] })).toHaveLength(2);
});
