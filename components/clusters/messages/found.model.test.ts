import { expect, test } from 'vitest';
import { known } from '@/lib/model/reading';
import { liesWords, missWords, searchedWords } from './found.model';

const at = '2026-01-01T00:00:00.000Z';
const found: Parameters<typeof searchedWords>[0] = {
  ...{ topic: 'orders', tried: ['key', 'uniqueId'], items: [], total: known(0, at), groups: ['audit', 'billing'] },
  ...{ left: 0, full: [], answered: 2, silent: [], refusal: null },
};

test.each([
  [{ role: 'sent', group: null, reconsumeTimes: 0 }, 'as it was sent'],
  [{ role: 'retry', group: 'billing', reconsumeTimes: 2 }, 'retry 2 of billing, due'],
  [{ role: 'retry', group: 'billing', reconsumeTimes: 0 }, 'sent again to billing alone, due'],
  [{ role: 'dead', group: 'billing', reconsumeTimes: 4 }, 'dead in billing'],
] as const)('%j', (lies, words) => {
  expect(liesWords({ ...lies, at })).toBe(words);
});

test('what was searched: as what, where, and at how many brokers', () => {
  const of = 'the retry and dead-letter topics of';
  expect(searchedWords(found)).toBe(
    `Searched as a key, then as an id: orders, and ${of} audit and billing, at 2 brokers.`,
  );
  const silent = [{ broker: 'broker-c', reason: 'no answer within 5 s' }];
  expect(searchedWords({ ...found, tried: ['uniqueId'], groups: [], silent })).toBe(
    'Searched as an id: orders, at 2 of 3 brokers.',
  );
  expect(searchedWords({ ...found, tried: ['uniqueId', 'key'], groups: ['a', 'b', 'c', 'd'] })).toBe(
    `Searched as an id, then as a key: orders, and ${of} 4 groups, at 2 brokers.`,
  );
});

test('a miss says what it means: no topic, not searched, not there, or not at brokers that answered', () => {
  expect(missWords({ ...found, topic: null, tried: [], answered: 0 }).title).toBe('In which topic?');
  const refusal = 'No broker has the topic orderz.';
  expect(missWords({ ...found, tried: [], refusal })).toEqual({ title: 'Not searched', sentences: [refusal] });
  const { title, sentences } = missWords(found);
  expect(title).toBe('No message found');
  expect(sentences.join(' ')).toMatch(/^Searched as a key.*retention.*Retries that wait are not searched/);
  const silent = [{ broker: 'broker-c', reason: 'no answer within 5 s' }];
  expect(missWords({ ...found, silent }).title).toBe('Not found at the brokers that answered');
});
