import { expect, test } from 'vitest';

import { classicNamesOf, explainClassicName, parseClassicName } from './classic-names';

test('names that stand for a place', () => {
  expect(parseClassicName('%DLQ%billing')).toEqual({ kind: 'dead-letters', group: 'billing' });
  expect(parseClassicName('%DLQ%%DLQ%billing')).toEqual({ kind: 'dead-letters', group: '%DLQ%billing' });
  expect(parseClassicName('SCHEDULE_TOPIC_XXXX')).toEqual({ kind: 'scheduled' });
  expect(parseClassicName('rmq_sys_wheel_timer')).toEqual({ kind: 'scheduled' });
  expect(parseClassicName('RMQ_SYS_TRANS_HALF_TOPIC')).toEqual({ kind: 'transactions' });
  expect(parseClassicName('RMQ_SYS_TRANS_OP_HALF_TOPIC')).toEqual({ kind: 'transactions' });
});

test('a retry topic: the whole rest may be the group, and every separator may be the one', () => {
  expect(parseClassicName('%RETRY%billing')).toEqual({
    kind: 'retries',
    readings: [{ group: 'billing', topic: null }],
  });
  expect(parseClassicName('%RETRY%order_billing_paid_orders')).toEqual({
    kind: 'retries',
    readings: [
      { group: 'order_billing_paid_orders', topic: null },
      { group: 'order_billing_paid', topic: 'orders' },
      { group: 'order_billing', topic: 'paid_orders' },
      { group: 'order', topic: 'billing_paid_orders' },
    ],
  });
  expect(parseClassicName('%RETRY%billing+orders')).toEqual({
    kind: 'retries',
    readings: [
      { group: 'billing+orders', topic: null },
      { group: 'billing', topic: 'orders' },
    ],
  });
  // neither half of a separator may be empty
  expect(parseClassicName('%RETRY%_billing_')).toEqual({
    kind: 'retries',
    readings: [{ group: '_billing_', topic: null }],
  });
});

test('ordinary names, and names that stand for nothing here', () => {
  for (const name of ['orders', '', '%DLQ%', '%RETRY%', 'dlq', '%dlq%billing', ' %DLQ%billing', 'TBW102'])
    expect(parseClassicName(name)).toBeNull();
});

test('the names of a group lead back to it, each with a sentence', () => {
  for (const { name } of classicNamesOf('billing')) {
    const classic = parseClassicName(name);
    if (classic === null) throw new Error(`${name} was not understood`);
    expect(JSON.stringify(classic)).toContain('"billing"');
    expect(explainClassicName(classic)).toContain('Apache RocketMQ');
  }
});
