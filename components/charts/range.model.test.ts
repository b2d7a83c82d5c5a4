import { expect, test } from 'vitest';
import { readRange } from './range.model';

test('a range that does not exist is the shortest', () => {
  expect([readRange('7d'), readRange('2y'), readRange(undefined)]).toEqual(['7d', '1h', '1h']);
});
