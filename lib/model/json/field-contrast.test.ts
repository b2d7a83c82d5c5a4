import { describe, expect, test } from 'vitest';

import { fieldContrast, ownersOf } from './field-contrast';

const many = (n: number, make: (index: number) => unknown): string[] =>
  Array.from({ length: n }, (_, index) => JSON.stringify(make(index)));

describe('field contrast', () => {
  test('a value that failures have and successes have not comes first; what both have is not in it', () => {
    const order = (index: number, gateway: string, currency: string) => ({
      order_id: String(index),
      currency,
      payment: { gateway },
      lines: [{ sku: `s${index}` }],
    });
    const failed = many(200, (index) => order(index, 'northpay', index % 10 < 7 ? 'EUR' : 'USD'));
    const succeeded = many(300, (index) => order(index, 'southpay', index % 10 < 4 ? 'EUR' : 'USD'));
    const { fields, failures, successes } = fieldContrast(failed, succeeded);
    expect({ failures, successes }).toEqual({ failures: 200, successes: 300 });
    expect(fields).toEqual([
      { path: 'payment.gateway', value: 'northpay', failed: 1, succeeded: 0 },
      { path: 'currency', value: 'EUR', failed: 0.7, succeeded: 0.4 },
    ]);
  });

  test('a field that only failures have, and an empty list', () => {
    const failed = many(20, (index) => ({ id: index, coupon: `c${index}`, lines: [] }));
    const succeeded = many(20, (index) => ({ id: index, lines: [1] }));
    expect(fieldContrast(failed, succeeded).fields).toEqual([
      { path: 'lines', value: '[]', failed: 1, succeeded: 0 },
      { path: 'coupon', value: null, failed: 1, succeeded: 0 },
    ]);
  });

  test('too few, or no JSON: nothing is said', () => {
    expect(
      fieldContrast(
        many(4, () => ({ a: 1 })),
        many(50, () => ({ a: 2 })),
      ).fields,
    ).toEqual([]);
    expect(
      fieldContrast(
        Array.from({ length: 50 }, () => 'plain'),
        many(50, () => ({ a: 2 })),
      ),
    ).toEqual({
      ...{ fields: [], failures: 0, successes: 50 },
    });
  });

  test('work is bounded: hostile bodies', () => {
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`f${index}`, index])));
    const deep = `${'['.repeat(8000)}${']'.repeat(8000)}`;
    const startedAt = performance.now();
    fieldContrast(
      [...Array.from({ length: 3000 }, () => wide), deep],
      Array.from({ length: 3000 }, () => deep),
    );
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});

test('whose messages they are', () => {
  const bodies = many(10, (index) => ({ order: index, customer: { tenant: index < 7 ? 'acme' : 'lumen' } }));
  expect(ownersOf(bodies)).toEqual({
    path: 'customer.tenant',
    values: [
      { value: 'acme', count: 7 },
      { value: 'lumen', count: 3 },
    ],
    bodies: 10,
  });
  expect(ownersOf(many(10, (index) => ({ order: index })))).toBeNull();
});
