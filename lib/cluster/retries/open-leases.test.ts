import { expect, test } from 'vitest';

import type { PopRecord } from '../redrive/pop-record';
import { OpenLeases } from './open-leases';

const place = { group: 'billing', topic: '%RETRY%billing_orders', queueNo: 0 };
const out = (offset: number, popMs: number, untilMs: number, group = 'billing'): PopRecord => ({
  ...{ ...place, group, kind: 'handed-out', offsets: [offset], popMs, untilMs },
});
const end = (offset: number, popMs: number): PopRecord => ({
  ...{ ...place, kind: 'settled', offsets: [offset], popMs, storedMs: popMs + 1 },
});
const openOf = (records: readonly PopRecord[], nowMs = 500): readonly string[] => {
  const leases = new OpenLeases('billing');
  for (const record of records) leases.see(record);
  return leases.at(nowMs).map(({ offset, untilMs }) => `${offset} ${untilMs}`);
};

function* orders<T>(items: readonly T[]): Generator<readonly T[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries())
    for (const rest of orders([...items.slice(0, index), ...items.slice(index + 1)])) yield [item, ...rest];
}

test('a hand-out without an end is open until its time; of another group it is nothing', () => {
  expect(openOf([out(1, 0, 1_000), out(2, 0, 400), out(3, 0, 900, 'mailing'), out(4, 0, 800), end(4, 0)])).toEqual([
    '1 1000',
  ]);
});

test('a failure is a new hand-out and the end of the old one: in any order, the new one counts', () => {
  let seen = 0;
  for (const records of orders([out(1, 0, 60_000), out(1, 100, 5_100), end(1, 0), out(2, 0, 700)])) {
    seen += 1;
    expect(openOf(records)).toEqual(['2 700', '1 5100']);
  }
  expect(seen).toBe(24);
  for (const records of orders([out(1, 0, 60_000), out(1, 100, 5_100), end(1, 0), end(1, 100)]))
    expect(openOf(records)).toEqual([]);
});
