import { expect, test } from 'vitest';
import { deletionLines } from './delete-topic.model';

const none = {
  isEmpty: true,
  stored: 0,
  readers: [],
  waiting: 0,
  inFlight: 0,
  scheduled: 0,
  transactions: 0,
  deadLetters: 0,
};

test('an empty topic says so, a full one counts what goes and what stays', () => {
  expect(deletionLines(none)).toEqual(['It is empty, and no group reads it.']);
  const full = {
    ...none,
    isEmpty: false,
    stored: 1200,
    readers: [
      { group: 'a', behind: 5 },
      { group: 'b', behind: 0 },
    ],
    waiting: 2,
    deadLetters: 10_000,
  };
  expect(deletionLines(full)).toEqual([
    '1,200 messages in the log are delivered to no group any more.',
    '2 groups read it.',
    'Not delivered yet: 5 by a.',
    '2 messages waiting for a retry end without another delivery.',
    'At least 10,000 dead letters stay; a re-drive can send them to another topic.',
  ]);
});
