import { expect, test } from 'vitest';
import type { SubscriptionDifference } from '@/lib/model/group/subscription';
import { filtersSay, lostSay, topicsSay } from './differing.model';

const on = (topic: string, filters = 2): SubscriptionDifference => ({
  topic,
  filters: Array.from({ length: filters }, (_, index) => ({ type: 'TAG', expression: `t${index}`, clients: 1 })),
});

test.each([
  [[on('a')], 'a'],
  [[on('a'), on('b')], 'a and b'],
  [[on('a'), on('b'), on('c')], 'a, b and c'],
  [['a', 'b', 'c', 'd'].map((topic) => on(topic)), '4 topics'],
])('topics %#', (topics, says) => {
  expect(topicsSay(topics)).toBe(says);
});

test('filters of the first topics, and how many more there are', () => {
  expect(filtersSay([on('a'), on('b', 6)])).toBe(
    'a: t0 (1 client), t1 (1 client). b: t0 (1 client), t1 (1 client), t2 (1 client), t3 (1 client), and 2 other filters.',
  );
});

test('how many were lost', () => {
  expect(lostSay(1)).toBe('1 message was filtered out in the last 10 minutes');
  expect(lostSay(3000)).toBe('3,000 messages were filtered out in the last 10 minutes');
});
