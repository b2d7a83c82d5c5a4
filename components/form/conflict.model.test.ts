import { expect, test } from 'vitest';
import { conflictRows, rebaseDraft, undecided } from './conflict.model';

const change = (field: string, before: string, after: string) => ({ field, label: field, before, after });
const theirs = [
  change('retries', '16', '5'),
  change('order', 'Unordered', 'Ordered'),
  change('timeout', '15 m', '1 m'),
];
const mine = [change('retries', '16', '9'), change('timeout', '15 m', '1 m'), change('text', 'none', 'payments')];

test('both values of each field stand side by side; what both changed comes first and waits for a choice', () => {
  const rows = conflictRows(theirs, mine, {});
  expect(
    rows.map(({ field, changedBy, was, theirs: other, mine: own }) => [field, changedBy, was, other, own]),
  ).toEqual([
    ['retries', 'both', '16', '5', '9'],
    ['order', 'theirs', 'Unordered', 'Ordered', 'Unordered'],
    ['timeout', 'same', '15 m', '1 m', '1 m'],
    ['text', 'mine', 'none', 'none', 'payments'],
  ]);
  expect(undecided(rows)).toBe(1);
  expect(undecided(conflictRows(theirs, mine, { retries: 'theirs' }))).toBe(0);
});

test('a draft with an unreadable field keeps what was typed, and takes the rest of the newer version', () => {
  const base = { retries: '16', order: 'concurrent', ms: 100 as number | null };
  const draft = { ...base, ms: null };
  expect(rebaseDraft(base, draft, { retries: '5', order: 'ordered', ms: 100 })).toEqual({
    ...{ retries: '5', order: 'ordered', ms: null },
  });
});
