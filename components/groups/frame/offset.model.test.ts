import { expect, test } from 'vitest';
import { firstTopic, offsetSays, offsetTarget, offsetVerb, topicChoices } from './offset.model';

test('a time becomes UTC; one that cannot be read is none', () => {
  expect(offsetTarget('newest', '')).toBe('newest');
  expect(offsetTarget('time', '2026-11-24T13:00Z')).toBe('2026-11-24T13:00:00.000Z');
  expect(offsetTarget('time', 'yesterday')).toBeNull();
  expect(offsetTarget('time', '')).toBeNull();
});

test('says and names what it does', () => {
  const counts = { skipped: 0, repeated: 0, waiting: 0, dead: 0 };
  expect(offsetSays(counts)).toMatch(/^No change/);
  expect(offsetSays({ ...counts, skipped: 1 })).toBe('Skips 1 message that was not consumed.');
  expect(offsetSays({ ...counts, skipped: 2, repeated: 1200 })).toBe(
    'Skips 2 messages that were not consumed and delivers 1,200 messages again.',
  );
  expect(offsetVerb(counts)).toBe('Reset offset');
  expect(offsetVerb({ ...counts, repeated: 1200 })).toBe('Repeat 1,200');
  expect(offsetVerb({ ...counts, skipped: 3 })).toBe('Skip 3');
});

test('the topic that was asked for stays chosen, also where the last sample lacks it', () => {
  for (const sampled of [[], ['audit'], ['audit', 'orders']]) {
    expect(firstTopic(sampled, 'orders')).toBe('orders');
    expect(topicChoices(sampled, 'orders').filter((topic) => topic === 'orders')).toEqual(['orders']);
  }
  expect(topicChoices(['audit'], 'orders')).toEqual(['orders', 'audit']);
  expect(firstTopic(['audit', 'orders'], null)).toBe('audit');
  expect(topicChoices([], firstTopic([], null))).toEqual([]);
});
