import { expect, test } from 'vitest';

import { sightOf } from './tails';

test.each([
  ['pop-retry', 'records', false, 'records'],
  ['pop-retry', 'records', true, 'bound'],
  // Its committed offset passes what failed before the next copy is there: nothing of it proves an ack.
  ['pop-retry', 'kv', false, 'bound'],
  ['topic', 'records', false, 'bound'],
  ['send-back', 'kv', false, 'classic'],
] as const)('%s with a store of %s, merged %s: %s', (way, popStore, mergesPopRecords, sight) => {
  expect(sightOf(way, { popStore, mergesPopRecords })).toBe(sight);
});
