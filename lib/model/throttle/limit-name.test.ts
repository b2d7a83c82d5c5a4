import { expect, test } from 'vitest';

import { limitName } from './limit';
import { parseLimitName } from './limit-name';

test.each([
  { kind: 'send-rate', scope: 'topic', subject: 'orders' },
  { kind: 'storage', scope: 'broker', subject: '' },
  { kind: 'cold-read', scope: 'group', subject: 'of the broker' },
] as const)('the name of %o reads back', (key) => {
  expect(parseLimitName(limitName(key))).toEqual(key);
});

test.each(['disk-free', 'colour of topic orders', 'send-rate of planet earth', ''])('%s is none', (name) => {
  expect(parseLimitName(name)).toBeNull();
});
