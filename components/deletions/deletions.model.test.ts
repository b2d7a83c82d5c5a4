import { expect, test } from 'vitest';
import { deletionSays } from './deletions.model';

test('a deletion says how far it is, and never that it is complete', () => {
  expect(deletionSays({ removed: 6_000, counted: 1_200_000 })).toMatch(/: 6,000 of at least 1,200,000 rows so far/);
  // Its history is not counted before.
  expect(deletionSays({ removed: 1_300_000, counted: 1_200_000 })).toMatch(/: 1,300,000 rows so far/);
});
