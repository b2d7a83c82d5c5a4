import { expect, test } from 'vitest';
import type { ClusterClient } from '../../../cluster';
import { known } from '../../../model/reading';
import { behindOf } from './groups';

const asOf = '2026-01-01T00:10:00.000Z';
const until = '2026-01-01T00:14:00.000Z';
const JAVA: ClusterClient = {
  ...{ clientId: 'c1', protocol: 'grpc', type: 'push', language: 'JAVA', version: '5.2.1' },
  ...{ address: '', host: null, proxy: null, brokers: [], subscriptions: [], lastSeenAt: asOf },
  ...{ isOwn: true, isBroadcast: false },
};
const clients = [
  JAVA,
  { ...JAVA, clientId: 'c2' },
  { ...JAVA, clientId: 'c3', type: 'simple' as const },
  { ...JAVA, clientId: 'c4', protocol: 'remoting' as const },
];
const sample = { clients: { group: 'g', asOf, clients, grpc: known(3, asOf), remoting: known(1, asOf), silent: [] } };
const backoff = {
  ...{ asOf, problem: null, changedAt: '2026-01-01T00:08:00.000Z', followedFrom: until },
  policy: { type: 'fixed', intervalMs: 1_000 } as const,
};

test('after a change, the clients that follow it may be behind for a while; simple and 4.x ones follow nothing', () => {
  expect(behindOf(sample, backoff)).toEqual({ clients: 2, of: 3, until });
  expect(behindOf(sample, { ...backoff, asOf: until })).toBeNull();
  expect(behindOf(sample, { ...backoff, followedFrom: null })).toBeNull();
});
