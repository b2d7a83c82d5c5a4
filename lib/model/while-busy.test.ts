import { expect, test } from 'vitest';

import { BUSY_TRIES, whileBusy } from './while-busy';

const isBusy = (answer: string): boolean => answer === 'busy';

test('tries again until the lock is free, and says which try it waits for', async () => {
  const answers = ['busy', 'busy', 'done'];
  const waits: number[] = [];
  const answer = await whileBusy(
    () => Promise.resolve(answers.shift() ?? 'too often'),
    isBusy,
    (next) => waits.push(next),
  );
  expect([answer, waits]).toEqual(['done', [2, 3]]);
});

test('gives up after a bounded number of tries', async () => {
  let tries = 0;
  const answer = await whileBusy(() => {
    tries += 1;
    return Promise.resolve('busy');
  }, isBusy);
  expect([answer, tries]).toEqual(['busy', BUSY_TRIES]);
});

test('any other refusal is the answer at once', async () => {
  let tries = 0;
  await whileBusy(() => {
    tries += 1;
    return Promise.resolve('conflict');
  }, isBusy);
  expect(tries).toBe(1);
});
