import { expect, test } from 'vitest';
import { shownView, viewLabel } from './views.model';

const late = { viewId: 1, name: 'Late', query: 'last=yes', isDefault: false };

test('which view the address shows, and whether it was changed since', () => {
  const of = (address: string) => shownView('retries', new URLSearchParams(address), [late]);
  expect(of('')).toEqual({ name: null, own: null, isChanged: false, query: '' });
  expect(of('view=standard')).toMatchObject({ name: null, isChanged: false });
  expect(of('last=yes&view=Late&peek=x')).toMatchObject({ name: 'Late', own: late, isChanged: false });
  expect(of('last=yes&held=no&view=Late')).toMatchObject({ own: late, isChanged: true, query: 'last=yes&held=no' });
  expect(of('held=no&view=Of%20a%20colleague')).toMatchObject({ name: 'Of a colleague', own: null, isChanged: true });
});

test('the button names it', () => {
  expect(viewLabel(new URLSearchParams('view=standard'))).toBeNull();
  expect(viewLabel(new URLSearchParams('view=Late'))).toBe('Late');
  expect(viewLabel(new URLSearchParams(`view=${'x'.repeat(40)}`))).toHaveLength(24);
});
