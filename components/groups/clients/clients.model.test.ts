import { expect, test } from 'vitest';
import type { GroupClientView } from '@/lib/console/reads/group-clients';
import { known } from '@/lib/model/reading';
import { clientsSay, hoarderOf, presenceOf, sdksOf } from './clients.model';

const asOf = '2026-01-01T00:00:00Z';
const client = (name: string, more: Partial<GroupClientView> = {}): GroupClientView => ({
  ...{ client: name, node: 'a', kind: 'push', language: 'JAVA', version: '5.0.7', host: '10.0.0.1', accessKey: null },
  ...{ since: asOf, leftAt: null, nodeSilent: false, holds: 0, heldSince: null },
  ...{ received: known(1, asOf), acked: known(1, asOf) },
  ...more,
});

test('a client of a silent node is unknown, not gone', () => {
  expect(presenceOf(client('a'))).toBe('connected');
  expect(presenceOf(client('a', { nodeSilent: true }))).toBe('unknown');
  expect(presenceOf(client('a', { leftAt: asOf, nodeSilent: true }))).toBe('left');
});

test('the sentence counts what is known and says what is not', () => {
  const items = [client('a'), client('b', { nodeSilent: true }), client('c', { leftAt: asOf })];
  expect(clientsSay({ items, total: 3, nodes: 2, unnamed: 1 })).toBe(
    '1 client connected, on 2 nodes. 1 more is of a node that does not report: unknown. ' +
      '1 more is connected to nodes of an older release, which do not name them.',
  );
  expect(clientsSay({ items: [], total: 0, nodes: 0, unnamed: 0 })).toMatch(/unknown/);
});

test('SDKs, and the client that holds most of all', () => {
  const items = [client('a', { holds: 64 }), client('b', { holds: 2 }), client('c', { version: '5.0.8', holds: 7 })];
  expect(sdksOf(items)).toBe('JAVA 5.0.7 on 2, JAVA 5.0.8 on 1');
  expect(hoarderOf(items)).toEqual({ client: 'a', holds: 64, of: 73 });
  expect(hoarderOf([client('a', { holds: 64 })])).toBeNull();
  expect(hoarderOf([client('a', { holds: 5 }), client('b', { holds: 5 }), client('c', { holds: 5 })])).toBeNull();
});
