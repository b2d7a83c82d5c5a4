import { expect, it } from 'vitest';
import { membersLose, prefixesIn } from './team.model';

it('says how many lose what', () => {
  expect([0, 1, 2].map(membersLose)).toEqual([
    'The team has no members.',
    '1 member loses the rights granted by the team with the next request.',
    '2 members lose the rights granted by the team with the next request.',
  ]);
});

it('reads prefixes between spaces and commas', () => {
  expect(prefixesIn(' orders-, billing-\n mail* ')).toEqual(['orders-', 'billing-', 'mail*']);
  expect(prefixesIn(' , ')).toEqual([]);
});
