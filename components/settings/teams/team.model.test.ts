import { expect, it } from 'vitest';
import { membersLose, prefixesIn } from './team.model';

it('says how many lose what', () => {
  expect([0, 1, 2].map(membersLose)).toEqual([
    'It has no members.',
    'Its 1 member loses what it gave with the next request.',
    'Its 2 members lose what it gave with the next request.',
  ]);
});

it('reads prefixes between spaces and commas', () => {
  expect(prefixesIn(' orders-, billing-\n mail* ')).toEqual(['orders-', 'billing-', 'mail*']);
  expect(prefixesIn(' , ')).toEqual([]);
});
