import { expect, test } from 'vitest';
import { readDelay, readKeys, readProperties } from './test-message.model';

test('keys, properties and the delay of a test message', () => {
  expect(readKeys(' order-1  order-2\n')).toEqual(['order-1', 'order-2']);
  expect(readProperties('a=1\n\n b = x=y ')).toEqual({ properties: { a: '1', b: 'x=y' }, wrong: null });
  expect(readProperties('a=1\nnonsense')).toEqual({ properties: {}, wrong: 'nonsense' });
  expect(['', '90', '1.5', '1h', '-1'].map(readDelay)).toEqual([0, 90_000, 1500, null, null]);
});
