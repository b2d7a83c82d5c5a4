import { expect, test } from 'vitest';
import type { BlockedKeyView } from '@/lib/console/operations/keys/views';
import { doneWords, headsWords, leftWords, reasonForHeads, sharingCause } from './heads.model';

const MAY = 'Their clients may still be processing them.';

test('keys of one group and cause share it; a held key, another group and no cause do not', () => {
  const row = (group: string, cause: string | null, isHeld = false) =>
    ({ group, cause, hold: isHeld ? { by: 'ana', reason: '', at: '' } : null }) as BlockedKeyView;
  const rows = [row('g', 'a'), row('g', 'a'), row('g', 'a', true), row('g', 'b'), row('other', 'a'), row('g', null)];
  expect(sharingCause(row('g', 'a'), rows)).toBe(2);
  expect(sharingCause(row('g', null), rows)).toBe(0);
});

test.each([
  [
    {
      wouldChange: 3,
      behind: 131,
      consequences: [MAY, 'The next message of each key is delivered at once, in order.'],
    },
    [
      MAY,
      '131 messages behind them are delivered at once, in the order of each key. None of them moves to the DLQ.',
      'They become dead letters of g. A later re-drive delivers them after the messages now behind them.',
    ],
  ],
  [{ wouldChange: 1, behind: 0, consequences: [] }, ['No message waits behind it.', 'It becomes a dead letter of g.']],
])('what is accepted %#', (plan, says) => {
  expect(headsWords(plan, 'g')).toEqual(says);
});

test('what stays, why it is done, and what was done, in words', () => {
  const excluded = [
    { why: 'with another cause', count: 2 },
    { why: 'held by an operator', count: 1 },
  ];
  expect(leftWords(excluded)).toBe('Not included: with another cause (2), held by an operator (1).');
  expect(reasonForHeads({ wouldChange: 2, behind: 1, consequences: [] }, 'UnknownCurrency')).toBe(
    'UnknownCurrency blocks 2 keys; 1 message is waiting behind',
  );
  expect(doneWords({ changed: 2, excluded: [] }, 'g')).toBe('2 head messages are dead letters of g now.');
});
