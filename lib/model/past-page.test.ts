import { expect, test } from 'vitest';
import { isPastPage } from './past-page';

test.each([
  ['/', true],
  ['/groups', true],
  ['/groups/billing', true],
  ['/c/eu-prod', true],
  ['/c/eu-prod/groups/billing', true],
  ['/groups/new', false],
  ['/groups/billing/config', false],
  ['/dead-letters', false],
  ['/groupsx', false],
])('%s can show the past: %s', (path, can) => {
  expect(isPastPage(path)).toBe(can);
});
