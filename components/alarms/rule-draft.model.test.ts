import { expect, test } from 'vitest';

import { draftOf, fieldsOf, type RuleDraft } from './rule-draft.model';

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
