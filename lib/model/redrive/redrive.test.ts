import { expect, test } from 'vitest';

import { isDecided, type RedriveCounts } from './redrive';

const done: RedriveCounts = {
  selected: 9,
  consumed: 1,
  inFlight: 0,
  retrying: 0,
  diedAgain: 1,
  notFailed: 0,
  recalled: 1,
  filteredOut: 1,
  notYetFetched: 0,
  cancelled: 1,
  excluded: 1,
  unknown: 1,
  sent: 1,
  released: 5,
  firstDeliveryFailed: 1,
};

test.each(['inFlight', 'retrying', 'notYetFetched'] as const)('a re-drive with a message %s is not decided', (open) => {
  expect(isDecided(done)).toBe(true);
  expect(isDecided({ ...done, [open]: 1 })).toBe(false);
});
