import { expect, test } from 'vitest';
import type { RedirectView } from '@/lib/console/operations/redirects/views';
import {
  controlWords,
  endWords,
  hoursOf,
  planWords,
  scopeWords,
  stateWords,
  staysWords,
  topicWords,
  waitingWords,
} from './redirects.model';

const active = {
  ...({ state: 'active', stoppedItself: false, stateBy: null, stateWhy: null, runState: 'completed' } as const),
  ...{ openCopies: 0, topic: 'billing-repair' },
  ...{ canary: 10, canarySent: 10, canaryConsumed: 4, canaryPassedAt: null },
};

test.each([
  [active, 'Waiting for its canary', '10 of 10 sent, 4 consumed'],
  [{ ...active, canarySent: 3 }, 'Active, sending its canary', '3 of 10 sent, 4 consumed'],
  [{ ...active, canaryPassedAt: '2026-11-28T09:00:00.000Z' }, 'Active', null],
  [
    { ...active, canaryPassedAt: '2026-11-28T09:00:00.000Z', openCopies: 3 },
    ...(['Active, waiting', 'groups of billing-repair have not processed 3 of the first messages sent'] as const),
  ],
  [{ ...active, runState: 'paused' as const }, 'Active, waiting', 'its re-drive is paused: resume the re-drive'],
  [{ ...active, state: 'paused' as const, stateBy: 'ana', stateWhy: 'a deploy' }, 'Paused by ana', 'a deploy'],
  [
    {
      ...active,
      state: 'paused' as const,
      stoppedItself: true,
      stateWhy: '1 of 10 canary messages became dead letters again',
    },
    ...(['Paused automatically', '1 of 10 canary messages became dead letters again'] as const),
  ],
  [{ ...active, state: 'ended' as const, stateWhy: 'its end date has come' }, 'Ended', 'its end date has come'],
])('%j is %s', (row, word, more) => expect(stateWords(row)).toMatchObject({ word, more }));

test('the plan says what stays, what would go, who gets a copy, and that there is no way back', () => {
  const of = (count: number, atLeast = false) => ({ count, atLeast });
  const plan = { refusal: null, matching: of(1204), lastDay: of(340), readers: ['repair'], hiddenReaders: 0 };
  expect(planWords(plan, 'billing-repair')).toEqual([
    '1,204 dead letters match now and stay. Only new ones are redirected.',
    '340 of the last 24 h would have been redirected: about 15 per hour.',
    '1 group of billing-repair gets a copy of each: repair.',
    'A redirected message leaves the DLQ and cannot be recalled.',
  ]);
  expect(planWords({ ...plan, matching: of(0), lastDay: of(0), readers: [] }, 't')).toEqual([
    'No dead letter matches now; only new ones are redirected.',
    'None of the dead letters of the last 24 h would have been redirected.',
    'A redirected message leaves the DLQ and cannot be recalled.',
  ]);
  const many = { ...plan, matching: of(10_000, true), lastDay: of(9_999, true), hiddenReaders: 2 };
  expect(planWords(many, 't')).toEqual([
    'At least 10,000 dead letters match now and stay. Only new ones are redirected.',
    'At least 9,999 of the last 24 h would have been redirected: at least 417 per hour.',
    '3 groups of t get a copy of each: repair and 2 that you may not see.',
    'A redirected message leaves the DLQ and cannot be recalled.',
  ]);
});

test('scope, what stays, hours', () => {
  expect(scopeWords({ cause: null, errorType: null })).toBe('all new dead letters');
  expect(scopeWords({ cause: 'ab12', errorType: 'BadYen' })).toBe('new dead letters with the cause BadYen');
  const stays = [{ why: 'held by an operator', count: 12 }];
  expect(staysWords({ stays, waiting: 0, atLeast: false })).toBe('held by an operator (12)');
  expect(staysWords({ stays: [], waiting: 3, atLeast: false })).toBe(null);
  expect([hoursOf(null), hoursOf(90 * 60_000)]).toEqual([0, 2]);
});

test('counts that end at a thousand are a lower bound', () => {
  const capped = { stays: [{ why: 'held by an operator', count: 4000 }], waiting: 6000, atLeast: true };
  expect([waitingWords(capped), staysWords(capped)]).toEqual([
    'at least 6,000',
    'held by an operator (at least 4,000)',
  ]);
  expect(staysWords({ ...capped, stays: [] })).toBe('unknown');
});

const paused = {
  ...{ group: 'billing', topic: 'repair', stoppedItself: true, runId: 7 },
  runState: 'paused' as RedirectView['runState'],
};

test('resumed after it paused by itself, it cancels its open re-drive and begins with a canary', () => {
  const canary = 'The redirect starts with a canary again.';
  const cancels = 'RD-7 is cancelled: its unsent messages stay dead letters, and the redirect sends them.';
  expect(controlWords(paused, 'resume')).toContain(`${canary} ${cancels}`);
  expect(controlWords({ ...paused, runState: 'completed' }, 'resume')).toMatch(
    /The redirect starts with a canary again\.$/,
  );
  expect(controlWords({ ...paused, stoppedItself: false }, 'resume')).not.toContain('canary');
});

test('a list that ends says so', () => {
  expect(endWords({ items: [1, 2], more: false })).toBe(null);
  expect(endWords({ items: [1, 2], more: true })).toBe(
    'Only 2 redirects are shown, the open ones first. Older ended redirects are in the audit log.',
  );
});

test('a topic of another team has no name', () => {
  expect(topicWords({ topic: null })).toBe('a topic that you may not see');
  expect(controlWords({ ...paused, topic: null, stoppedItself: false }, 'pause')).toContain(
    'Messages that were sent stay in a topic that you may not see.',
  );
});
