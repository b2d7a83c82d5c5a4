import { expect, test } from 'vitest';
import { deliveriesMade } from './item.model';

test('deliveries that nothing counts are unknown, and none are none', () => {
  expect(deliveriesMade({ attempts: 2, verdict: 'died-again' })).toBe(2);
  expect(deliveriesMade({ attempts: null, verdict: 'died-again' })).toBeNull();
  expect(deliveriesMade({ attempts: null, verdict: 'not-yet-fetched' })).toBe(0);
  expect(deliveriesMade({ attempts: 0, verdict: 'not-yet-fetched' })).toBe(0);
});
