import { expect, test } from 'vitest';
import { spreadSentence } from './cause-spread.model';

const spread = { waiting: 0, waitingOfCause: 0, deadLetters: 0, most: 2000 };

test('how many have the cause; a count that ended early is no exact one', () => {
  const say = (fields: Partial<typeof spread>): string => spreadSentence({ ...spread, ...fields }, 'billing');
  expect(say({})).toBe('No other message of billing has this cause now');
  expect(say({ waiting: 340, waitingOfCause: 312 })).toBe('In billing, this cause affects 312 of 340 waiting messages');
  expect(say({ waiting: 2, waitingOfCause: 1, deadLetters: 1 })).toBe(
    'In billing, this cause affects 1 of 2 waiting messages and 1 dead letter',
  );
  expect(say({ deadLetters: 1 })).toBe('In billing, this cause affects 1 dead letter');
  expect(say({ waiting: 1, waitingOfCause: 1 })).toBe('In billing, this cause affects 1 of 1 waiting message');
  expect(say({ waiting: 2000, waitingOfCause: 1900, deadLetters: 2000 })).toBe(
    'In billing, this cause affects 1,900 of 2,000 waiting messages checked and at least 2,000 dead letters',
  );
});
