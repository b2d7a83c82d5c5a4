import { expect, test } from 'vitest';
import type { GroupInBrokers } from '@/lib/console/operations/groups/views';
import { bound, known, unknown } from '@/lib/model/reading';
import { type BrokerGroupSettings, differenceWords, rulesWords, troubleOf } from './cluster-words.model';

const asOf = '2026-01-01T00:00:00.000Z';
const SETTINGS: BrokerGroupSettings = {
  maxRetries: 16,
  retryPolicy: { type: 'fixed', intervalMs: 3_000 },
  isOrdered: true,
  isConsuming: true,
  mayBroadcast: false,
  readsFromOldest: true,
  retryQueues: 1,
  consumptionTimeoutMs: 900_000,
  notifiesClients: true,
  attributes: {},
};
const group = (changes: Partial<GroupInBrokers> = {}): GroupInBrokers => ({
  kind: known('pop', asOf),
  settings: [
    { broker: 'broker-a', settings: { ...SETTINGS, maxRetries: 5 } },
    { broker: 'broker-b', settings: SETTINGS },
    { broker: 'broker-c', settings: null },
  ],
  differences: [],
  differsElsewhere: false,
  missingOn: [],
  silent: [],
  unreadablePolicy: false,
  grpcClients: known(3, asOf),
  remotingClients: known(0, asOf),
  ...changes,
});

test('a difference names each broker that has the group', () => {
  expect(differenceWords(group(), 'maxRetries')).toBe('broker-a: 5, broker-b: 16');
});

test.each([
  [{}, null],
  [{ remotingClients: unknown<number>('no answer') }, null],
  [{ grpcClients: known(0, asOf), remotingClients: known(2, asOf) }, '4.x clients use their own'],
  [{ grpcClients: known(5, asOf), remotingClients: known(3, asOf) }, 'applies to 5 of 8 clients'],
  [{ grpcClients: unknown<number>('no right'), remotingClients: known(3, asOf) }, 'applies to 5.x clients only'],
])('which clients follow the settings of retries: %j', (changes, words) => {
  expect(rulesWords(group(changes))).toBe(words);
});

test('a count of which a broker is missing is no whole of which a part can be named', () => {
  const clients = bound('atLeast', 5, asOf, '1 of 2 brokers answered');
  expect(rulesWords(group({ grpcClients: clients, remotingClients: known(3, asOf) }))).toBe(
    'applies to 5.x clients only',
  );
});

test.each([
  [{}, null],
  [{ missingOn: ['broker-b'], differences: ['maxRetries' as const] }, 'missing on broker-b'],
  [{ unreadablePolicy: true }, 'no 5.x client can start'],
  [{ differences: ['maxRetries' as const] }, 'brokers differ'],
  [{ differsElsewhere: true }, 'brokers differ'],
])('what is wrong: %j', (changes, words) => {
  expect(troubleOf(group(changes))).toBe(words);
});
