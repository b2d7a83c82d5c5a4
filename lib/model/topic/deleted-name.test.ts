import { expect, test } from 'vitest';
import { nameBefore } from './deleted-name';

const long = 'o'.repeat(100);

test.each([
  ['orders', { name: 'orders', isCut: false }],
  ['orders (deleted 17)', { name: 'orders', isCut: false }],
  ['orders (deleted 17) (deleted 18)', { name: 'orders (deleted 17)', isCut: false }],
  ['orders (deleted)', { name: 'orders (deleted)', isCut: false }],
  [long, { name: long, isCut: false }],
  [`${long} (deleted 17)`, { name: long, isCut: true }],
])('%s', (topic, before) => {
  expect(nameBefore(topic)).toEqual(before);
});
