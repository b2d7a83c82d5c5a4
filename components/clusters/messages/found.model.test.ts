import { expect, test } from 'vitest';
import { known } from '@/lib/model/reading';
import { liesWords, missWords, searchedWords } from './found.model';

const at = '2026-01-01T00:00:00.000Z';
const found: Parameters<typeof searchedWords>[0] = {
  ...{ topic: 'orders', tried: ['key', 'uniqueId'], items: [], total: known(0, at), groups: ['audit', 'billing'] },
  ...{ left: 0, full: [], answered: 2, silent: [], refusal: null },
  ...{ traceId: null, traceUrl: null, compared: null, isTopicTraced: false },
};

test.each([
  [{ role: 'sent', group: null, reconsumeTimes: 0 }, 'original'],
  [{ role: 'retry', group: 'billing', reconsumeTimes: 2 }, 'retry 2 of billing, due'],
  [{ role: 'retry', group: 'billing', reconsumeTimes: 0 }, 'sent again to billing only, due'],
  [{ role: 'dead', group: 'billing', reconsumeTimes: 4 }, 'in the DLQ of billing'],
] as const)('%j', (lies, words) => {
  expect(liesWords({ ...lies, at })).toBe(words);
});

test('what was searched: by what, where, and on how many brokers', () => {
  const of = 'the retry and dead-letter topics of';
  expect(searchedWords(found)).toBe(
    `Searched by key, then by message ID, in orders and ${of} audit and billing on 2 brokers.`,
  );
  const silent = [{ broker: 'broker-c', reason: 'no answer within 5 s' }];
  expect(searchedWords({ ...found, tried: ['uniqueId'], groups: [], silent })).toBe(
    'Searched by message ID in orders on 2 of 3 brokers.',
  );
  expect(searchedWords({ ...found, tried: ['uniqueId', 'key'], groups: ['a', 'b', 'c', 'd'] })).toBe(
    `Searched by message ID, then by key, in orders and ${of} 4 groups on 2 brokers.`,
  );
});

test('a miss says what it means: no topic, not searched, not there, or not at brokers that answered', () => {
  expect(missWords({ ...found, topic: null, tried: [], answered: 0 }).title).toBe('Choose a topic');
  const refusal = 'No broker has the topic orderz.';
  expect(missWords({ ...found, tried: [], refusal })).toEqual({ title: 'Not searched', sentences: [refusal] });
  const { title, sentences } = missWords(found);
  expect(title).toBe('No message found');
  expect(sentences.join(' ')).toMatch(/^Searched by key.*retention.*Waiting retries are not searched/);
  const silent = [{ broker: 'broker-c', reason: 'no answer within 5 s' }];
  expect(missWords({ ...found, silent }).title).toBe('Not found on the brokers that responded');
});
