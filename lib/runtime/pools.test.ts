import { expect, test } from 'vitest';

import { connectionsOf, nodePools } from './pools';
import { postgresSettings } from './postgres/settings';

/** What PostgreSQL keeps for its administrator, and migrations and `npm run demo` beside a running node. */
const RESERVED = 12;

test.each([1, 2, 4, 7, 16])('with %d broker processes all connections of a node fit the embedded server', (brokers) => {
  const pools = nodePools({ brokers, databaseConnections: undefined }, true);
  expect(connectionsOf(pools, brokers) + RESERVED).toBeLessThanOrEqual(
    Number(postgresSettings({ port: 1, throwAway: false })['max_connections']),
  );
  expect(Math.min(pools.broker.broker, pools.broker.console)).toBeGreaterThanOrEqual(3);
});

test('a node never holds more connections than its limit, and each pool has two', () => {
  for (const hasConsole of [true, false])
    for (const brokers of [1, 2, 3, 16])
      for (let limit = 1; limit <= 200; limit += 1) {
        const least = 1 + (brokers + (hasConsole ? 1 : 0)) * 5;
        const settings = { brokers, databaseConnections: limit };
        if (limit < least) {
          expect(() => nodePools(settings, hasConsole)).toThrow(`must be at least ${least} for`);
          continue;
        }
        const pools = nodePools(settings, hasConsole);
        expect(connectionsOf(pools, brokers)).toBeLessThanOrEqual(limit);
        // What cannot be split evenly stays unused.
        expect(connectionsOf(pools, brokers)).toBeGreaterThan(limit - brokers);
        for (const process of [pools.broker, pools.console ?? pools.broker])
          expect(Math.min(process.broker, process.console)).toBeGreaterThanOrEqual(2);
        expect(pools.console === null).toBe(!hasConsole);
      }
});

test('two nodes with a console fit a server of 25 connections, of which it keeps three for itself', () => {
  expect(nodePools({ brokers: 1, databaseConnections: 11 }, true)).toEqual({
    broker: { broker: 2, console: 2 },
    console: { broker: 2, console: 2 },
    supervisor: 1,
  });
  expect(() => nodePools({ brokers: 1, databaseConnections: 10 }, true)).toThrow(
    'REDRIVE_DATABASE_CONNECTIONS must be at least 11 for 1 broker process and a console (REDRIVE_BROKERS), and is 10.',
  );
});
