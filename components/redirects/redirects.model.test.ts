import { expect, test } from 'vitest';
import { hoursOf, planWords, scopeWords, stateWords, staysWords } from './redirects.model';

const active = {
  ...({ state: 'active', stoppedItself: false, stateBy: null, stateWhy: null, runState: 'completed' } as const),
  ...{ canary: 10, canarySent: 10, canaryConsumed: 4, canaryPassedAt: null },
};

test.each([
  [active, 'Waits for its canary', '10 of 10 sent, 4 consumed'],
  [{ ...active, canarySent: 3 }, 'Active, sends its canary', '3 of 10 sent, 4 consumed'],
  [{ ...active, canaryPassedAt: '2026-11-28T09:00:00.000Z' }, 'Active', null],
  [{ ...active, runState: 'paused' as const }, 'Active, waits', 'its re-drive is paused: resume that one'],
  [{ ...active, state: 'paused' as const, stateBy: 'ana', stateWhy: 'a deploy' }, 'Paused by ana', 'a deploy'],
  [
    {
      ...active,
      state: 'paused' as const,
      stoppedItself: true,
      stateWhy: '1 of 10 canary messages became dead letters again',
    },
    ...(['Paused by itself', '1 of 10 canary messages became dead letters again'] as const),
  ],
  [{ ...active, state: 'ended' as const, stateWhy: 'its end date has come' }, 'Ended', 'its end date has come'],
])('%j is %s', (row, word, more) => expect(stateWords(row)).toMatchObject({ word, more }));

test('the plan says what stays, what would go, who gets a copy, and that there is no way back', () => {
  const plan = { refusal: null, matching: 1204, lastDay: 340, readers: ['repair'] };
  expect(planWords(plan, 'billing-repair')).toEqual([
    '1,204 dead letters match now and stay. Only new ones are redirected.',
    '340 of them are of the last 24 h: about 15 per hour would go.',
    '1 group of billing-repair gets a copy of each: repair.',
    'A redirected message leaves the DLQ and cannot be recalled.',
  ]);
  expect(planWords({ ...plan, matching: 0, lastDay: 0, readers: [] }, 't')).toHaveLength(3);
});

test('scope, what stays, hours', () => {
  expect(scopeWords({ cause: null, errorType: null })).toBe('all new dead letters');
  expect(scopeWords({ cause: 'ab12', errorType: 'BadYen' })).toBe('new dead letters with the cause BadYen');
  expect(staysWords([{ why: 'held by an operator', count: 12 }])).toBe('12 held by an operator');
  expect([hoursOf(null), hoursOf(90 * 60_000)]).toEqual([0, 2]);
});
