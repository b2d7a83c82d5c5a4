import { expect, test } from 'vitest';
import { ackOf, type Acked } from './acknowledged';
import type { Rank } from './problem';

const ack: Acked = {
  ...{ problem: 'dead-letters billing', tier: 'late', weight: 400 },
  ...{ by: 'ana', at: '2026-11-22T03:00:00.000Z', until: '2026-11-22T04:00:00.000Z', note: 'on it' },
};
const now = (rank: Rank, since: string | null = '2026-11-22T02:58:00.000Z', key = 'dead-letters billing') =>
  ackOf({ key, since, rank }, [ack]);

test('in hand as long as it is no worse and the same', () => {
  const told = { by: 'ana', at: ack.at, until: ack.until, note: 'on it' };
  expect(now({ tier: 'late', weight: 400 })).toEqual(told);
  expect(now({ tier: 'late', weight: 500 })).toEqual(told);
  expect(now({ tier: 'waste', weight: 1 }, null)).toEqual(told);
});

test('back when a quarter more, when more urgent, when it began anew; another one never was', () => {
  expect(now({ tier: 'late', weight: 501 })).toBeNull();
  expect(now({ tier: 'messages', weight: 1 })).toBeNull();
  expect(now({ tier: 'late', weight: 1 }, '2026-11-22T03:00:00.001Z')).toBeNull();
  expect(now({ tier: 'late', weight: 400 }, null, 'dead-letters search')).toBeNull();
});
