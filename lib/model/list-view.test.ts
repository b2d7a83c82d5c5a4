import { expect, test } from 'vitest';
import { checkViewName } from './check-view-name';
import { viewAddress, viewQuery } from './list-view';

test('a view keeps filters, order and columns in one order; not the page of rows, nor what is open beside them', () => {
  const given = new URLSearchParams('peek=x&cols=a,b&cursor=9&last=yes&cause=Time%20out&view=Mine&held=&other=1');
  expect(viewQuery('retries', given)).toBe('cause=Time+out&last=yes&cols=a%2Cb');
  expect(viewQuery('keys', given)).toBe('cols=a%2Cb');
  expect(viewAddress({ name: 'Late ones', query: viewQuery('retries', given) })).toBe(
    'cause=Time+out&last=yes&cols=a%2Cb&view=Late+ones',
  );
});

test('names', () => {
  expect(checkViewName('  Late   payments ')).toBe('Late payments');
  for (const bad of ['', '  ', 'Standard', 'x'.repeat(61)]) expect(() => checkViewName(bad)).toThrow();
});
