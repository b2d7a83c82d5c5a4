import { expect, test } from 'vitest';
import { offsetSays, offsetTarget, offsetVerb } from './offset.model';

test('a time becomes UTC; one that cannot be read is none', () => {
  expect(offsetTarget('newest', '')).toBe('newest');
  expect(offsetTarget('time', '2026-11-24T13:00Z')).toBe('2026-11-24T13:00:00.000Z');
  expect(offsetTarget('time', 'yesterday')).toBeNull();
  expect(offsetTarget('time', '')).toBeNull();
});

test('says and names what it does', () => {
  const counts = { skipped: 0, repeated: 0, waiting: 0, dead: 0 };
  expect(offsetSays(counts)).toMatch(/^No change/);
  expect(offsetSays({ ...counts, skipped: 1 })).toBe('It skips 1 unread message.');
  expect(offsetSays({ ...counts, skipped: 2, repeated: 1200 })).toBe(
    'It skips 2 unread messages and delivers 1,200 messages again.',
  );
  expect(offsetVerb(counts)).toBe('Reset position');
  expect(offsetVerb({ ...counts, repeated: 1200 })).toBe('Repeat 1,200');
  expect(offsetVerb({ ...counts, skipped: 3 })).toBe('Skip 3');
});
