import { expect, test } from 'vitest';

import { evidenceOf } from './incident';
import type { Signal } from '../signal/signal';

const firedAt = new Date('2026-01-31T12:00:00Z');
const HOUR_MS = 3_600_000;

test.each<[Signal, string, string]>([
  ['deaths', 'orders a/b', '/dead-letters?group=orders%20a%2Fb&from=2026-01-31T11:00:00.000Z'],
  ['dead-letters', 'orders', '/dead-letters?group=orders'],
  ['expiring-dead-letters', 'orders', '/dead-letters?group=orders&expires=1h'],
  ['deaths-due', 'orders', '/groups/orders/retries'],
  ['blocked-key', 'orders', '/groups/orders/keys'],
  ['refused', 'orders', '/throttling?topic=orders'],
  ['backlog', 'orders', '/groups/orders'],
])('the evidence of %s begins where its window does', (watch, subject, path) => {
  expect(evidenceOf({ watch, subject, windowMs: HOUR_MS, firedAt }, 'embedded')).toBe(path);
});
