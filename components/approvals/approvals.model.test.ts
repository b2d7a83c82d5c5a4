import { expect, test } from 'vitest';
import { drift, sentenceOf, whyNotApprove } from './approvals.model';

const asked = { act: 'Re-drive', messages: 21_000, group: 'bulk-billing', workspace: null };

test('the sentence names act, number, group and cluster; an unknown number is not 0', () => {
  expect(sentenceOf(asked)).toBe('Re-drive: 21,000 messages of bulk-billing');
  expect(sentenceOf({ ...asked, messages: null, workspace: 'eu' })).toBe(
    'Re-drive: an unknown number of messages of bulk-billing in eu',
  );
});

test('a plan that moved says by how much', () => {
  expect(drift(5, 5)).toBeNull();
  expect(drift(21_000, 20_988)).toBe('12 messages fewer than when it was requested.');
  expect(drift(5, null)).toBe('The current number is unknown.');
});

test('who asked cannot approve; nothing is approved before its plan is on the screen', () => {
  const plan = { planned: null, problem: 'The change would have no effect any more.' };
  expect(whyNotApprove({ askedBy: 'ana' }, 'ana', null, plan, null)).toContain('another person');
  expect(whyNotApprove({ askedBy: 'ana' }, 'bo', null, undefined, null)).toBe('Reading the plan');
  expect(whyNotApprove({ askedBy: 'ana' }, 'bo', null, undefined, 'The server is away.')).toBe('The server is away.');
  expect(whyNotApprove({ askedBy: 'ana' }, 'bo', null, plan, null)).toBe(plan.problem);
  expect(whyNotApprove({ askedBy: 'ana' }, 'bo', null, { ...plan, problem: null }, null)).toBeNull();
});
