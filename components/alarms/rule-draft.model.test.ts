import { expect, test } from 'vitest';

import { draftOf, fieldsOf, type RuleDraft, ruleProblems } from './rule-draft.model';

const draft = draftOf(null);

test('a new rule can be saved as it is, and a rule reads back as it was', () => {
  expect(fieldsOf(draft)).toMatchObject({ watch: 'deaths', threshold: 5, clearBelow: 1, windowMs: 300_000 });
  const fields = fieldsOf({ ...draft, threshold: ' 0.5 ', clearBelow: '0.25', channelIds: [2, 3] });
  expect(fields).toMatchObject({ threshold: 0.5, clearBelow: 0.25, channelIds: [2, 3] });
});

test.each<Partial<RuleDraft>>([
  { threshold: '' },
  { threshold: ' ' },
  { threshold: 'many' },
  { clearBelow: '' },
  { clearBelow: 'Infinity' },
  { windowMs: null },
  { forMs: null },
  { clearForMs: null },
  { unknownForMs: null },
  { repeatMs: null },
])('with %j it cannot be saved', (change) => {
  expect(fieldsOf({ ...draft, ...change })).toBeNull();
});

test('what the server would refuse is said at each field while it is typed', () => {
  expect([...ruleProblems(draft, 'embedded')]).toEqual([]);
  const wrong = { ...draft, threshold: '5', clearBelow: '9', windowMs: 1000, repeatMs: 1000 };
  expect([...ruleProblems(wrong, 'embedded')]).toEqual([
    ['clearBelow', 'Must be more than 0, at most the threshold 5.'],
    ['windowMs', expect.stringMatching(/^Must be 20 s to 1 d/)],
    ['repeatMs', 'Must be 0, or at least 1 m (60000 ms).'],
  ]);
  expect([...ruleProblems({ ...draft, threshold: 'many', forMs: null }, 'embedded').keys()]).toEqual([
    'threshold',
    'forMs',
  ]);
});
