import { expect, test } from 'vitest';

import { isEndpoints } from './failover';

test.each([
  ['b.example.com:8081', true],
  ['10.0.0.7:8081;b-2.example.com:443', true],
  ['[2001:db8::1]:8081', true],
  ['', false],
  ['b.example.com', false],
  ['b.example.com:0', false],
  ['b.example.com:70000', false],
  ['http://b.example.com:8081', false],
  ['b.example.com:8081;', false],
  ['b.example.com:8081; c:1', false],
  ['user@b.example.com:8081', false],
  ['-b:8081', false],
])('%s: %s', (text, expected) => {
  expect(isEndpoints(text)).toBe(expected);
});
