import { expect, test } from 'vitest';
import type { PracticeView } from '@/lib/console/operations/practice/views';
import { describePractice } from './practice.model';

const stopped: PracticeView = {
  run: { phase: 'stopped', lastFailure: null },
  elsewhere: false,
  leftovers: false,
  notAllowed: null,
};
const tally = {
  sent: 1,
  consumed: 0,
  failed: { PaymentGatewayTimeout: 0, InvalidAddress: 0, RateLimited: 0 },
  sendErrors: 0,
  sendingEnded: null,
};

test.each<[string, PracticeView, readonly string[], RegExp]>([
  ['nothing there', stopped, ['start'], /^Not running\.$/],
  ['rows of an earlier run', { ...stopped, leftovers: true }, ['start', 'end'], /still there/],
  ['run by another process', { ...stopped, elsewhere: true, leftovers: true }, [], /another process/],
  ['ended by itself', { ...stopped, run: { phase: 'stopped', lastFailure: 'no answer' } }, ['start'], /no answer/],
  [
    'connecting',
    { ...stopped, run: { phase: 'starting', processId: 7, waitsFor: 'the producer to connect' } },
    ['end'],
    /^Starting: waiting for the producer to connect\.$/,
  ],
  [
    'failing',
    { ...stopped, run: { phase: 'running', processId: 7, broken: true, tally } },
    ['fix', 'throttle', 'poison', 'end'],
    /1 message sent so far/,
  ],
  [
    'fixed',
    {
      ...stopped,
      run: {
        phase: 'running',
        processId: 7,
        broken: false,
        tally: { ...tally, sent: 9, sendingEnded: { limitMs: 900_000 } },
      },
    },
    ['break', 'throttle', 'poison', 'end'],
    /sending ended after 15 m and 9 messages, so that a forgotten run does not fill the disk\. Stop and reset it/,
  ],
])('%s', (_, view, steps, sentence) => {
  const shown = describePractice(view);
  expect(shown.steps).toEqual(steps);
  expect(shown.sentence).toMatch(sentence);
});
