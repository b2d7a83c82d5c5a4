import { expect, test } from 'vitest';

import { sentencesOf } from './scheduled-words.model';

test('below the list stands what it leaves out, and who may recall', () => {
  expect(sentencesOf({ silent: [], notes: [], mayNotRecall: null })).toEqual([]);
  expect(
    sentencesOf({
      silent: [{ broker: 'broker-b', reason: 'no answer' }],
      notes: ['broker-a is 40 s late.'],
      mayNotRecall: 'By its producer alone.',
    }),
  ).toEqual([
    'broker-b did not respond (no answer): its waiting messages are missing.',
    'broker-a is 40 s late.',
    'By its producer alone.',
  ]);
});
