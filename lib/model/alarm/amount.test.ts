import { expect, test } from 'vitest';

import { amountText } from './amount';

test.each([
  ['deaths', 1, '1 message'],
  ['deaths', 0, '0 messages'],
  ['backlog', 184_220, '184,220 messages'],
  ['amplification', 1, '1 delivery per message'],
  ['amplification', 2.414, '2.41 deliveries per message'],
  ['blocked-key', 1_469, '24 m 29 s'],
  ['refused', 0.518, '0.52 %'],
  ['time-to-drain', 1e12, 'endless'],
  ['deaths', null, 'unknown'],
] as const)('%s of %s is %s', (watch, value, text) => {
  expect(amountText(watch, value)).toBe(text);
});
