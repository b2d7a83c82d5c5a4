import { expect, test } from 'vitest';
import { DEFAULT_PRODUCER_RETRY } from '@/lib/model/delivery/producer-retry';
import { changesBetween, draftOf, formatWait, readDraft, rebase, waitRows } from './sending-retry.model';

const base = DEFAULT_PRODUCER_RETRY;

test('a draft reads back as what it was made of', () => {
  for (const retry of [base, { ...base, jitter: 0.055, multiplier: 1.25, firstWaitMs: 15 }])
    expect(readDraft(draftOf(retry))).toEqual({ settings: retry, problems: {} });
});

test.each([
  [{ firstWaitMs: null }, 'firstWaitMs'],
  [{ firstWaitMs: 5 }, 'firstWaitMs'],
  [{ firstWaitMs: 200_000 }, 'firstWaitMs'],
  [{ firstWaitMs: 30_000, maxWaitMs: 20_000 }, 'maxWaitMs'],
  [{ multiplier: '0.5' }, 'multiplier'],
  [{ multiplier: 'much' }, 'multiplier'],
  [{ jitter: '91' }, 'jitter'],
  [{ jitter: '-1' }, 'jitter'],
  [{ maxAttempts: '2.5' }, 'maxAttempts'],
  [{ maxAttempts: '0' }, 'maxAttempts'],
])('%j: a problem at %s', (change, field) => {
  const { settings, problems } = readDraft({ ...draftOf(base), ...change });
  expect(settings).toBeNull();
  expect(Object.keys(problems)).toContain(field);
});

test('changes in words, and mine on top of theirs', () => {
  const mine = { ...base, firstWaitMs: 2000 };
  const theirs = { ...base, jitter: 0.1, firstWaitMs: 3000 };
  expect(changesBetween(base, mine)).toEqual([
    { field: 'firstWaitMs', label: 'First retry interval', before: '1 s', after: '2 s' },
  ]);
  expect(changesBetween(base, theirs).map(({ before, after }) => `${before} ${after}`)).toEqual([
    '1 s 3 s',
    '20 % 10 %',
  ]);
  expect(rebase(base, mine, theirs)).toEqual({ ...theirs, firstWaitMs: 2000 });
});

test('waits: those beyond the usual tries are marked, and a dozen are enough', () => {
  expect(waitRows(base).map(({ attempt, beyond }) => [attempt, beyond])).toEqual([
    [2, false],
    [3, false],
    [4, true],
    [5, true],
  ]);
  expect(waitRows({ ...base, maxAttempts: 100 })).toHaveLength(12);
  expect(waitRows(base).map(({ documentedMs }) => formatWait(documentedMs))).toEqual([
    '1 s',
    '1.6 s',
    '2.56 s',
    '4.096 s',
  ]);
  expect(formatWait(120_000)).toBe('2 m');
});
