import { expect, test } from 'vitest';
import { processOf } from '@/lib/model/group/client-host';
import type { GroupClientsView, GroupClientView } from '@/lib/console/operations/groups/views';
import { sdkOf } from '@/lib/model/group/sdk';
import { known } from '@/lib/model/reading';
import {
  backoffOf,
  bySubscription,
  clientsSay,
  clientName,
  hoarderOf,
  minuteValues,
  oneForAll,
  presenceOf,
  sdksOf,
  settingsSay,
} from './clients.model';

const asOf = '2026-01-01T00:00:00Z';
const client = (name: string, more: Partial<GroupClientView> = {}): GroupClientView => ({
  ...{ client: name, node: 'a', kind: 'push', language: 'JAVA', version: '5.0.7', host: '10.0.0.1', accessKey: null },
  ...{ since: asOf, leftAt: null, nodeSilent: false, holds: 0, heldSince: null },
  ...{ received: known(1, asOf), acked: known(1, asOf), appVersion: null, settings: null },
  subscriptions: [],
  ...more,
});

const view = (items: readonly GroupClientView[], more: Partial<GroupClientsView> = {}): GroupClientsView => ({
  ...{ items, total: items.length, nodes: 1, unnamed: 0, clientsWait: true, current: { version: 8, since: asOf } },
  asOf,
  ...{ differing: null, filteredOut: [] },
  ...more,
});

test('a client of a silent node is unknown, not gone', () => {
  expect(presenceOf(client('a'))).toBe('connected');
  expect(presenceOf(client('a', { nodeSilent: true }))).toBe('unknown');
  expect(presenceOf(client('a', { leftAt: asOf, nodeSilent: true }))).toBe('left');
});

test('the sentence counts what is known and says what is not', () => {
  const items = [client('a'), client('b', { nodeSilent: true }), client('c', { leftAt: asOf })];
  expect(clientsSay(view(items, { nodes: 2, unnamed: 1 }))).toBe(
    '1 client connected, on 2 nodes. 1 more is on a node that does not report, and unknown. ' +
      '1 more is connected to nodes of an older release, which do not name them.',
  );
  expect(clientsSay(view([], { nodes: 0 }))).toMatch(/unknown/);
});

test('SDKs, and the client that holds most of all', () => {
  const items = [client('a', { holds: 64 }), client('b', { holds: 2 }), client('c', { version: '5.0.8', holds: 7 })];
  expect(sdksOf(items)).toBe('Java 5.0.7 on 2, Java 5.0.8 on 1');
  expect(hoarderOf(items)).toMatchObject({ client: 'a', holds: 64, of: 73 });
  expect(hoarderOf([client('a', { holds: 64 })])).toBeNull();
  expect(hoarderOf([client('a', { holds: 5 }), client('b', { holds: 5 }), client('c', { holds: 5 })])).toBeNull();
});

test('the back-off that each client has, and what the page says about it', () => {
  const sent = (version: number, adapted = false): Partial<GroupClientView> => ({
    settings: { version, at: asOf, adapted, backoff: 'fixed 3 s' },
  });
  const items = [client('a', sent(8)), client('b', sent(7)), client('c', sent(8, true)), client('d')];
  const ordered = view(items);
  expect(items.map((each) => backoffOf(each, ordered).state)).toEqual(['current', 'older', 'own', 'unknown']);
  expect(backoffOf(items[1] ?? client('b'), ordered).text).toBe('v7: fixed 3 s');
  expect(settingsSay(ordered)).toBe(
    '1 of 4 clients have the retry intervals of v8. 1 has an older version until the next settings request, within 5 minutes. ' +
      '1 has an SDK that does not support them. For 1 client it is unknown.',
  );
  // The broker waits between the tries of an unordered group.
  expect(settingsSay(view(items, { clientsWait: false }))).toBeNull();
  expect(backoffOf(items[2] ?? client('c'), view(items, { clientsWait: false })).state).toBe('current');
  expect(settingsSay(view([client('a', sent(8))]))).toBeNull();
});

test('SDKs have their usual names', () => {
  expect(sdkOf(client('a', { language: 'NODE_JS', version: '1.0.8' }))).toBe('Node 1.0.8');
  expect(sdkOf(client('a', { language: 'ZIG', version: '1' }))).toBe('ZIG 1');
  expect(sdkOf(client('a', { language: '', version: '' }))).toBe('unknown');
});

test('clients of one subscription stand beside each other; one that does not tell is last', () => {
  const on = (name: string, expression: string) =>
    client(name, { subscriptions: [{ topic: 'orders', type: 'TAG', expression, differs: true }] });
  const items = [on('a', 'red'), client('x', { subscriptions: null }), on('b', 'blue'), on('c', 'red')];
  expect(bySubscription(items).map((each) => each.client)).toEqual(['b', 'a', 'c', 'x']);
});

test('one subscription that would do for all clients', () => {
  const on = (...expressions: string[]) => ({
    topic: 'orders',
    filters: expressions.map((expression) => ({ type: 'TAG' as const, expression, clients: 1 })),
  });
  expect(oneForAll([on('red', 'blue || green')])).toBe('blue || green || red');
  expect(oneForAll([on('red', '*')])).toBeNull();
  expect(oneForAll([on('red', 'blue'), on('a', 'b')])).toBeNull();
  expect(oneForAll([{ topic: 't', filters: [{ type: 'SQL', expression: 'a', clients: 1 }] }])).toBeNull();
});

test('a value for each of the last 60 minutes', () => {
  const values = minuteValues([{ at: '2025-12-31T23:58:00.000Z', filtered: 7 }], asOf);
  expect(values).toHaveLength(60);
  expect(values.slice(-3)).toEqual([7, 0, 0]);
});

test('a client is called what people know: its access key and host; its process where it says one', () => {
  expect(clientName({ client: 'push-1.eu@902@0@3kf', accessKey: 'notify-push' })).toBe('notify-push on push-1.eu');
  expect(clientName({ client: 'push-1.eu@902@0@3kf', accessKey: null })).toBe('push-1.eu');
  expect(clientName({ client: 'my-own-name', accessKey: null })).toBe('my-own-name');
  expect(['push-1.eu@902@0@3kf', 'a@b', 'my-own-name'].map(processOf)).toEqual(['902', null, null]);
});
