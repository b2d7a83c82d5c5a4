import { expect, test } from 'vitest';

import type { GroupClients } from '../../cluster';
import { bound, known, type Reading, stale, unknown } from '../../model/reading';
import { clientsBlock } from './deletion';

const asOf = '2026-11-28T12:00:00.000Z';
const some = '1 of 2 brokers responded';
const none = known(0, asOf);
const blockOf = (grpc: Reading<number>, remoting: Reading<number>): string | null => {
  const of: GroupClients = { group: 'billing', asOf, clients: [], grpc, remoting, silent: [] };
  return clientsBlock(of, 'billing');
};

test('a group may go only where the number of its clients is known exactly, and is 0', () => {
  expect(blockOf(none, none)).toBeNull();
  const words = `The connected clients are unknown: ${some}.`;
  for (const unclear of [bound('atLeast', 0, asOf, some), stale(0, asOf, some), unknown<number>(some)]) {
    expect(blockOf(unclear, none)).toBe(words);
    expect(blockOf(none, unclear)).toBe(words);
  }
});
