import { expect, test } from 'vitest';
import type { GroupDeadLettersView } from '@/lib/console/operations/dead-letters/views';
import type { GroupCauseView } from '@/lib/console/operations/groups/views';
import { known, unknown } from '@/lib/model/reading';
import { causeLines, fixWords, notIndexedWords, restWords, shareWords } from './lead.model';

const AT = '2026-11-25T22:57:44.000Z';

function causes(counts: readonly number[], unreported = 0) {
  return {
    items: counts.map((count, index) => ({
      ...{ key: `k${index}`, group: 'g', errorType: `E${index}`, text: 'failed', brokerCause: null, count },
      ...{ firstAt: AT, lastAt: AT, versions: ['1.0'] },
    })),
    causes: counts.length,
    causeLetters: counts.reduce((sum, count) => sum + count, 0),
    unreported,
    outcomes: { succeeded: 0, failed: 0, isFloor: false },
  } satisfies Partial<GroupDeadLettersView>;
}

const failing = (fingerprint: string | null, failed: number): GroupCauseView => ({
  ...{ fingerprint, errorType: fingerprint, text: null, failed, lastAt: AT },
});

test.each([
  [causes([]), ''],
  [causes([1]), ''],
  [causes([], 1), 'It has no reported error.'],
  [causes([], 9), 'None of them has a reported error.'],
  [causes([12]), 'All dead letters have the same cause.'],
  [causes([9_356, 6_212, 3_108, 1_410, 656], 258), '74 % have two causes.'],
  [causes([60, 40]), '60 % have one cause.'],
  [causes([49, 51].toSorted((one, other) => other - one)), '51 % have one cause.'],
  [causes([40, 40], 0), '50 % have one cause.'],
  [causes([45], 55), '45 % have one cause.'],
  [causes([40, 35, 25]), '75 % have two causes.'],
])('which causes most have %#', (found, says) => {
  expect(shareWords(found)).toBe(says);
});

test('what fails and what is dead are one list by cause; the rest has its sum', () => {
  const found = causes([9, 3, 2], 4);
  const lines = causeLines(found, [failing('k1', 20), failing('new', 5), failing(null, 2)]);
  expect(lines.map(({ key, dead, failed }) => [key, dead, failed])).toEqual([
    ['k1', 3, 20],
    ['k0', 9, 0],
    ['new', 0, 5],
    ['k2', 2, 0],
    [null, 0, 2],
  ]);
  expect(restWords(found, lines.slice(0, 2))).toBe(
    '1 more cause with 2 dead letters · 4 dead letters have no reported error',
  );
  expect(restWords(causes([9]), lines.slice(1, 2))).toBe('');
});

test('of a cluster no failure is counted, which is not 0', () => {
  expect(causeLines(causes([9]), null)).toMatchObject([{ dead: 9, failed: null }]);
});

test.each([
  [{ succeeded: 0, failed: 0, isFloor: false }, true, /^No retry .* can't tell yet whether it's fixed/],
  [{ succeeded: 3, failed: 0, isFloor: false }, true, /^3 retries of these causes succeeded since, and none failed\.$/],
  [{ succeeded: 3, failed: 2, isFloor: false }, true, /^2 of 5 retries that finished since failed again\.$/],
  [{ succeeded: 0, failed: 4, isFloor: false }, true, /^All 4 retries that finished since failed again\.$/],
  [{ succeeded: 0, failed: 1, isFloor: false }, true, /^The only retry that finished since failed again\.$/],
  [
    { succeeded: 3, failed: 2, isFloor: true },
    true,
    /^Only the newest failures are counted\. 2 of 5 retries that finished/,
  ],
  [
    { succeeded: 0, failed: 0, isFloor: true },
    true,
    /^Only the newest failures are counted\. No retry has finished since/,
  ],
  [{ succeeded: 0, failed: 0, isFloor: false }, false, /brokers do not report/],
])('whether it is fixed %#', (outcomes, isReported, says) => {
  expect(fixWords(outcomes, isReported)).toMatch(says);
});

test.each([
  [known(0, AT), 'No dead letters.'],
  [known(7, AT), 'The brokers keep 7 dead letters; none is indexed here yet.'],
  [unknown<number>('broker-b does not answer'), /How many the brokers keep is unknown: broker-b does not answer\.$/],
])('nothing is indexed of a cluster: that alone does not say that there is none %#', (atBrokers, says) => {
  expect(notIndexedWords(atBrokers)).toMatch(says);
});
