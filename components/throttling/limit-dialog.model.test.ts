import { describe, expect, test } from 'vitest';
import type { LimitView } from '@/lib/console/operations/limits/views';
import { unknown } from '@/lib/model/reading';
import {
  blockerOf,
  draftOf,
  existingOf,
  problemOf,
  readAmount,
  readDraft,
  whatIfWords,
  withKind,
  withScope,
} from './limit-dialog.model';

const draft = { ...draftOf(null, 'orders'), hard: '400', reason: 'test' };

test.each([
  ['400', 'send-rate', 400],
  ['1,500', 'send-rate', 1_500],
  ['0.5', 'send-rate', 0.5],
  ['2 MB', 'send-bytes', 2e6],
  ['1.5 kB', 'send-bytes', 1500],
  ['3 tb', 'storage', 3e12],
  ['200GB', 'storage', 200e9],
  ['2 MB', 'send-rate', null],
  ['-1', 'send-rate', null],
  ['many', 'send-rate', null],
  ['', 'send-rate', null],
] as const)('%s as %s is %s', (text, kind, value) => {
  expect(readAmount(text, kind)).toBe(value);
});

describe('the draft', () => {
  test('of a new limit is for the topic in view; what it needs is said', () => {
    expect(blockerOf(draft, null)).toBeNull();
    expect(blockerOf({ ...draft, subject: ' ' }, null)).toBe('Enter a topic');
    expect(blockerOf({ ...draft, hard: '' }, null)).toBe('Enter a limit');
    expect(blockerOf({ ...draft, softPercent: '' }, null)).toBe('Enter the share of the limit at which to warn');
    expect(blockerOf({ ...draft, burstSeconds: ' ' }, null)).toBe('Enter a burst');
    expect(blockerOf({ ...draft, reason: '' }, null)).toBe('Enter a reason');
    expect(draftOf(null, null)).toMatchObject({ scope: 'broker', subject: '' });
  });
  test('a kind without this scope takes its own, and another subject', () => {
    expect(withKind(draft, 'storage')).toMatchObject({ scope: 'broker', subject: '' });
    expect(withKind(draft, 'backlog-age')).toMatchObject({ scope: 'topic', subject: 'orders' });
    expect(withScope(draft, 'access-key').subject).toBe('');
  });
  test('a level has no burst', () => {
    expect(readDraft(draft)).toEqual({ hard: 400, softShare: 0.8, burstMs: 1000 });
    expect(readDraft(withKind(draft, 'backlog-age'))?.burstMs).toBeUndefined();
  });
});

test('of what has a limit already there is no new one', () => {
  const none = unknown<number>('not read yet');
  const view = (name: string, key: Pick<LimitView, 'kind' | 'scope' | 'subject'>): LimitView => ({
    ...{ name, ...key, unit: 'messages/s', hard: 1, softShare: 0.8, burstMs: 0, enabled: true, version: 1, reason: '' },
    ...{ updatedBy: 'ana', updatedAt: '', used: none, line: 1, nodes: 1, state: 'room', refused: none },
    ...{ lastRefusedAt: null, drain: null },
  });
  const limits = [
    view('a', { kind: 'send-rate', scope: 'topic', subject: 'orders' }),
    view('b', { kind: 'storage', scope: 'broker', subject: '' }),
  ];
  expect(existingOf(limits, { ...draft, subject: ' orders ' })?.name).toBe('a');
  expect(existingOf(limits, { ...draft, subject: 'mail' })).toBeUndefined();
  expect(existingOf(limits, withKind(draft, 'storage'))?.name).toBe('b');
  expect(existingOf(limits, withKind(draft, 'send-bytes'))).toBeUndefined();
});

describe('a number that cannot be says so with its field, limit and value', () => {
  test.each([
    ['hard', '2 MB', 'Limit must be a number of messages/s (got “2 MB”).'],
    ['hard', '0', 'Limit must be more than 0 and at most 1000000000000000 messages/s (got 0).'],
    ['softPercent', '150', 'Warning from must be between 10 % and 99 % (got “150”).'],
    ['burstSeconds', 'long', 'Burst must be between 0 s and 600 s (got “long”).'],
    ['burstSeconds', '601', 'Burst must be between 0 s and 600 s (got “601”).'],
    ['hard', '', null],
    ['softPercent', '99', null],
  ] as const)('%s %s', (field, text, problem) => {
    const typed = { ...draft, [field]: text };
    expect(problemOf(typed, field)).toBe(problem);
    if (problem !== null) expect([blockerOf(typed, null), readDraft(typed)]).toEqual([problem, null]);
  });
  test('a level has no burst to be wrong', () => {
    expect(problemOf(withKind({ ...draft, burstSeconds: 'x' }, 'backlog-age'), 'burstSeconds')).toBeNull();
  });
});

describe('what if', () => {
  const words = (result: Parameters<typeof whatIfWords>[0]['result'], kind: 'send-rate' | 'send-bytes' | 'storage') =>
    whatIfWords({ result, basis: '' }, kind);
  test('says how much, of how much, for how long', () => {
    const result = { steps: 360, offered: 41_000, wouldRefuse: 1_230, refusingSteps: 12 };
    expect(words(result, 'send-rate')).toBe(
      'Would have refused at least 3 % of the last hour: 1,230 of 41,000 messages, within 2 m.',
    );
    expect(words(result, 'storage')).toContain('Would have refused 3 %');
    expect(words({ ...result, offered: 41e6 }, 'send-bytes')).toContain('of 41 MB, within');
  });
  test('nothing, nothing recorded and unknown are three things', () => {
    const none = { steps: 3, offered: 10, wouldRefuse: 0, refusingSteps: 0 };
    expect(words(none, 'send-rate')).toContain('refused nothing');
    expect(words({ ...none, steps: 0 }, 'send-rate')).toBe('Nothing was recorded in the last hour.');
    expect(words(null, 'send-rate')).toContain('unknown');
  });
});
