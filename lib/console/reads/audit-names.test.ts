import { expect, it } from 'vitest';
import { mapNames, namesIn } from './audit-names';

const row = {
  to: 'newest',
  topic: 'payments',
  'payments/0': 17,
  'a/b/12': 1,
  selection: { kind: 'filter', filter: { topic: 'ledger', tag: 'payments', group: null } },
  target: { topic: 'refunds' },
  readers: ['ledger-books', 'billing'],
  clients: ['payments@1'],
  maxRetries: 3,
};

it('finds names of groups and topics where rows have them, and nothing else', () => {
  expect(namesIn([row, null, 'payments', [{ groups: [{ topic: 'deep' }] }]]).toSorted()).toEqual(
    ['a/b', 'billing', 'deep', 'ledger', 'ledger-books', 'payments', 'refunds'].toSorted(),
  );
});

it('leaves everything else as it is', () => {
  expect(mapNames(row, (name) => name)).toEqual(row);
  expect(mapNames(row, (name) => (name === 'billing' ? name : '–'))).toEqual({
    ...{ to: 'newest', topic: '–', '–/0': 17, '–/12': 1 },
    selection: { kind: 'filter', filter: { topic: '–', tag: 'payments', group: null } },
    ...{ target: { topic: '–' }, readers: ['–', 'billing'], clients: ['payments@1'], maxRetries: 3 },
  });
});
