import { expect, test } from 'vitest';

import { brokerPools, CONSOLE_POOLS, SUPERVISOR_POOL } from './pools';
import { postgresSettings } from './postgres/settings';

/** What PostgreSQL keeps for its administrator, and migrations and `npm run demo` beside a running node. */
const RESERVED = 12;

test.each([1, 2, 4, 7, 16])('with %d broker processes all connections of a node fit the embedded server', (brokers) => {
  const { broker, console } = brokerPools(brokers);
  const wakeUps = 1;
  const all =
    brokers * (broker + console + wakeUps) + CONSOLE_POOLS.broker + CONSOLE_POOLS.console + wakeUps + SUPERVISOR_POOL;
  expect(all + RESERVED).toBeLessThanOrEqual(
    Number(postgresSettings({ port: 1, throwAway: false })['max_connections']),
  );
  expect(Math.min(broker, console)).toBeGreaterThanOrEqual(3);
});
