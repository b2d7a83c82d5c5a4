import { expect, test } from 'vitest';

import { advertise } from './endpoints';

const NOTHING = { host: undefined, port: undefined };
const dialled = { requested: undefined, authority: '127.0.0.1:8081', listeningPort: 8081 };
const at = (scheme: number, host: string, port: number): object => ({ scheme, addresses: [{ host, port }] });

test.each([
  ['the header', NOTHING, dialled, at(1, '127.0.0.1', 8081)],
  ['a name', NOTHING, { ...dialled, authority: 'broker.example:9000' }, at(3, 'broker.example', 9000)],
  ['IPv6', NOTHING, { ...dialled, authority: '[::1]:9000' }, at(2, '::1', 9000)],
  ['a name without port', NOTHING, { ...dialled, authority: 'broker.example' }, at(3, 'broker.example', 8081)],
  ['nonsense', NOTHING, { ...dialled, authority: 'a b' }, at(1, '127.0.0.1', 8081)],
  [
    'what the client says it dialled',
    NOTHING,
    { ...dialled, requested: { scheme: 3, addresses: [{ host: 'localhost', port: 18081 }] } },
    at(3, 'localhost', 18081),
  ],
  [
    'not a port 0',
    NOTHING,
    { ...dialled, requested: { scheme: 1, addresses: [{ host: '10.0.0.1', port: 0 }] } },
    at(1, '127.0.0.1', 8081),
  ],
  ['the configured host', { host: 'mq.example', port: undefined }, dialled, at(3, 'mq.example', 8081)],
  ['the configured host and port', { host: '10.0.0.9', port: 30_081 }, dialled, at(1, '10.0.0.9', 30_081)],
  ['the configured port alone', { host: undefined, port: 30_081 }, dialled, at(1, '127.0.0.1', 30_081)],
])('%s', (_, advertised, from, expected) => {
  expect(advertise(advertised, from)).toEqual(expected);
});

test('all endpoints of a client with several brokers come back', () => {
  const addresses = [
    { host: '10.0.0.1', port: 8081 },
    { host: '10.0.0.2', port: 8081 },
  ];
  expect(advertise(NOTHING, { ...dialled, requested: { scheme: 1, addresses } })).toEqual({ scheme: 1, addresses });
});
