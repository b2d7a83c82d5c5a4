import { expect, test } from 'vitest';

import { SessionRegistry } from './registry';

const grant = (accessKeyId: string) => ({ accessKeyId, name: accessKeyId, secretVersion: 1 });

test('the id of a client is its own: a caller with another access key, or with none, may not use it', () => {
  const registry = new SessionRegistry();
  const session = registry.touch('client', '10.0.0.1:1', grant('A'));
  expect(registry.touch('client', '10.0.0.1:2', { ...grant('A'), secretVersion: 2 })).toBe(session);
  for (const other of [grant('B'), null])
    expect(() => registry.touch('client', '10.0.0.2:1', other)).toThrow('another access key');
  expect(registry.touch('another client', '10.0.0.2:1', grant('B'))).not.toBe(session);
  registry.remove('client');
  expect(registry.touch('client', '10.0.0.2:1', grant('B'))).not.toBe(session);
});
