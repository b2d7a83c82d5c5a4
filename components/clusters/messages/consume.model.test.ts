import { expect, test } from 'vitest';

import { consumedWords } from './consume.model';

test('the answer of a client, with what it remarks', () => {
  const answer = { client: '10.0.0.9@41', isConsumed: true, result: 'CR_SUCCESS', remark: '', tookMs: 1_200 };
  expect(consumedWords(answer)).toBe('10.0.0.9@41 consumed it in 1,200 ms: CR_SUCCESS.');
  const failed = { ...answer, isConsumed: false, result: 'CR_THROW_EXCEPTION', remark: 'IllegalState: no stock' };
  expect(consumedWords(failed)).toBe(
    '10.0.0.9@41 did not consume it: CR_THROW_EXCEPTION after 1,200 ms. IllegalState: no stock',
  );
});
