import { expect, test } from 'vitest';
import { keptFor } from '@/lib/model/dead-letter/dead-letter-retention';
import type { DeadLetterView } from '@/lib/console/operations/dead-letters/views';
import {
  activeFilters,
  expiryOptions,
  type Filters,
  planScope,
  rangeOptions,
  rangeValue,
  summary,
} from './dead-letters.model';

const noFilters: Filters = {
  group: undefined,
  from: undefined,
  to: undefined,
  q: undefined,
  cause: undefined,
  expires: undefined,
};
const row = (id: number, group: string): DeadLetterView => ({ id, group }) as DeadLetterView;

test('a plan needs one group and a named scope', () => {
  expect(planScope({ scope: 'none', rows: [] }, noFilters, [])).toMatchObject({ kind: 'not' });
  expect(planScope({ scope: 'rows', rows: [row(1, 'a'), row(2, 'b')] }, noFilters, [])).toEqual({
    kind: 'several',
    href: '/redrives/new?several=1&set=1%2C2',
  });
  expect(planScope({ scope: 'rows', rows: [row(1, 'a'), row(2, 'a')] }, noFilters, [])).toEqual({
    kind: 'ready',
    href: '/redrives/new?group=a&set=1%2C2',
    scope: { group: 'a', set: '1,2' },
  });
  expect(planScope({ scope: 'matching', rows: [] }, noFilters, ['a', 'b'])).toEqual({
    kind: 'several',
    href: '/redrives/new?several=1',
  });
  expect(planScope({ scope: 'matching', rows: [] }, noFilters, ['a'])).toMatchObject({
    kind: 'ready',
    href: '/redrives/new?group=a&all=1',
    scope: { group: 'a' },
  });
  expect(
    planScope({ scope: 'matching', rows: [] }, { ...noFilters, group: 'a', cause: 'k', from: '-6h' }, ['a']),
  ).toMatchObject({ href: '/redrives/new?group=a&from=-6h&cause=k', scope: { group: 'a', from: '-6h', cause: 'k' } });
});

test('the range shows what the address says', () => {
  expect(rangeValue({ from: undefined, to: undefined })).toBe('');
  expect(rangeValue({ from: '-6h', to: undefined })).toBe('-6h');
  expect(rangeValue({ from: '2026-01-01T00:00Z', to: undefined })).toBe('custom');
  expect(rangeOptions({ from: '-6h', to: '-1h' }).at(-1)).toEqual({ value: 'custom', label: 'in a range' });
  expect(activeFilters({ ...noFilters, from: '-1h', to: '-5m', q: 'x' })).toBe(2);
});

test('the filter of expiry shows what the address says, and goes into the plan', () => {
  expect(expiryOptions('24h', String).map(({ value }) => value)).toEqual(['', '1h', '6h', '24h', '7d']);
  expect(expiryOptions('2h', (text) => `(${text})`).at(-1)).toEqual({ value: '2h', label: 'by (2h)' });
  expect(activeFilters({ ...noFilters, expires: '24h' })).toBe(1);
  expect(planScope({ scope: 'matching', rows: [] }, { ...noFilters, group: 'a', expires: '24h' }, ['a'])).toMatchObject(
    { kind: 'ready', href: '/redrives/new?group=a&expires=24h' },
  );
  expect([keptFor(36), keptFor(720)]).toEqual(['36 h', '30 d']);
});

test('words', () => {
  expect(summary(0, 0, 0, 0, noFilters)).toContain('No messages are in the DLQ');
  expect(summary(3, 9, 2, 1, { ...noFilters, q: 'x' })).toBe('3 in 1 group and 2 causes. 9 are retained in total.');
  const json = { ...noFilters, json: '$.a' };
  expect(summary(3, 9000, 2, 1, json, 4000)).toBe(
    'At least 3 in 1 group and 2 causes. Searched the newest 4,000. 9,000 are retained in total.',
  );
  expect(summary(0, 9000, 0, 0, json, 4000)).toBe(
    'None match. Searched the newest 4,000. 9,000 are retained in total.',
  );
});
