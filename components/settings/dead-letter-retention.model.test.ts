import { expect, test } from 'vitest';
import { draftOf, forecastWords, isShort, readRetention, ruleWords } from './dead-letter-retention.model';

const HOUR = 3_600_000;

test('whole hours within the limits; kept for good needs no time', () => {
  expect(readRetention({ kind: 'kept', keepMs: null })).toEqual({ keepHours: null });
  expect(readRetention(draftOf(36))).toEqual({ keepHours: 36 });
  expect(readRetention({ kind: 'removed', keepMs: 87_600 * HOUR })).toEqual({ keepHours: 87_600 });
  for (const keepMs of [null, 0, HOUR / 2, 1.5 * HOUR, 87_601 * HOUR])
    expect(readRetention({ kind: 'removed', keepMs })).toHaveProperty('problem');
  expect([isShort(null), isShort(71), isShort(72)]).toEqual([false, true, false]);
});

test.each([
  [{ due: 0, soon: 0, retained: 0 }, 24, 'There are no dead letters.'],
  [{ due: 0, soon: 0, retained: 400 }, null, 'Would remove none of 400 dead letters.'],
  [{ due: 312, soon: 332, retained: 400 }, 24, 'Would remove 312 of 400 dead letters now, 20 more within 24 h.'],
  [{ due: 0, soon: 1, retained: 1 }, 24, 'Would remove none of 1 dead letter now, 1 within 24 h.'],
  [{ due: 2, soon: 2, retained: 9 }, 24, 'Would remove 2 of 9 dead letters now, none within 24 h.'],
])('%o with %s h', (counts, keepHours, words) => {
  expect(forecastWords({ ...counts, groups: [] }, keepHours)).toBe(words);
});

test('the rule in words', () => {
  expect(ruleWords(null)).toBe('kept until they are re-driven');
  expect(ruleWords(720)).toBe('removed 30 d after their move to the DLQ');
});
